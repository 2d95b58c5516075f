import unriddle


@unriddle.search
def mine(puzzle):
    return None
