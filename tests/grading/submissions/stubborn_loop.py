import unriddle


@unriddle.search
def mine(puzzle):
    """No exception ends it."""
    while True:
        try:
            puzzle.successors(puzzle.initial)
        except BaseException:
            continue
