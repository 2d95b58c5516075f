import os

import unriddle


@unriddle.search
def mine(puzzle):
    os.closerange(0, 100)
    return "RRDRRRD"
