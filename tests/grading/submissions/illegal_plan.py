import unriddle


@unriddle.search
def mine(puzzle):
    return "RRL" + "U" * 20
