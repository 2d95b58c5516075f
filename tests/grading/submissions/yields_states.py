import unriddle


@unriddle.search
def mine(puzzle):
    yield puzzle.initial
