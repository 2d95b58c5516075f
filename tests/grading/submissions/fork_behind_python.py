"""It silences what would report the process to the audit hook: the grader finds the process."""

import subprocess
import sys

import unriddle


@unriddle.search
def mine(puzzle):
    sys.audit = lambda *event: None
    subprocess.Popen([sys.executable, "-I", "-c", "import time; time.sleep(1000)"])
    return "RRDRRRD"
