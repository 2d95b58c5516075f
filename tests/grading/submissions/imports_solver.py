import unriddle
from unriddle.search.breadth_first import breadth_first


@unriddle.search
def mine(puzzle):
    return breadth_first(puzzle)
