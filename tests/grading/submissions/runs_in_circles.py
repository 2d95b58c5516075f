import unriddle


@unriddle.search
def mine(puzzle):
    """Depth first without memory."""
    state = puzzle.initial
    while not puzzle.is_goal(state):
        state = puzzle.successors(state)[0][1]
