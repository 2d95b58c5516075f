import unriddle


@unriddle.search
def mine(puzzle):
    return nearest({})


def nearest(states):
    return states["goal"]
