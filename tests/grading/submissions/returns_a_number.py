import unriddle


@unriddle.search
def mine(puzzle):
    return 42
