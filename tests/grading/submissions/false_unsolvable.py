import unriddle
from unriddle import Ending


@unriddle.search
def mine(puzzle):
    return Ending.EXHAUSTED
