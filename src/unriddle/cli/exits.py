"""The exit codes of the command line, documented and tested one by one."""

from unriddle.core import Status

WRONG_ANSWER = 1
BAD_INPUT = 33
FAULTY_CODE = 34
INTERRUPTED = 130

OF_STATUS = {
    Status.SOLVED: 0,
    Status.UNSOLVABLE: 10,
    Status.GAVE_UP: 12,
    Status.OUT_OF_MEMORY: 22,
    Status.OUT_OF_TIME: 23,
    Status.OUT_OF_NODES: 24,
    Status.STOPPED: INTERRUPTED,
}

EXPLAINED = """\
Exit codes: 0 solved, 10 unsolvable, 12 gave up, 22 out of memory, 23 out of time, 24 out of nodes,
33 bad input, 34 a fault in your own code, 130 interrupted, 1 a bug; with several levels, the first
that is not 0."""
PLAIN = "Exit codes: 0 done, 33 bad input, 34 a fault in your own code, 130 interrupted, 1 a bug."
"""Of commands that solve nothing."""
