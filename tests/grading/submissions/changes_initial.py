import unriddle


@unriddle.search
def mine(puzzle):
    """It moves the start nearer to the goal."""
    puzzle.initial = puzzle.successors(puzzle.initial)[0][1]
    return "RDRRRD"
