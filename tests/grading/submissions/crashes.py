import os

import unriddle


@unriddle.search
def mine(puzzle):
    os.abort()
