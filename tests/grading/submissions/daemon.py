"""It starts a process behind the audit hook, in a session of its own."""

import subprocess
import sys

import unriddle


@unriddle.search
def mine(puzzle):
    sys.audit = lambda *event: None
    program = "import time; time.sleep(1000)"
    subprocess.Popen([sys.executable, "-I", "-c", program], start_new_session=True)
    return "RRDRRRD"
