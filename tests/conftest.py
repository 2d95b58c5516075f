"""What holds for all tests, on any machine and however they were started."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

# Hypothesis never fails a test because the machine is slow.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# A shell starts what runs in the background with Ctrl-C ignored, and all that is started from there
# would ignore it too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
