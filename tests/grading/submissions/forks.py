import os
import time

import unriddle


@unriddle.search
def mine(puzzle):
    try:
        if os.fork() == 0:
            time.sleep(1000)
    except OSError:
        pass
    return "RRDRRRD"
