import sys

import unriddle


@unriddle.search
def mine(puzzle):
    sys.exit(0)
