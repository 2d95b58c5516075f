"""Runs a submission in a process of its own, within limits, and says what is known of it for sure.

What the child says stands in `SandboxRun.answer`, and is not trusted. Time, output, how the process
ended and what it left behind are seen from here.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import psutil

from unriddle.core import BadInput
from unriddle.grading import guardian, protocol
from unriddle.grading.faults import Fault, Kind
from unriddle.grading.protocol import Job

START = 120.0
"""Seconds for the process to load what it needs, before the clock starts."""
KEPT = 10_000
"""Characters of what it prints that are kept."""
PRINTED = 1 << 20
"""Bytes that it may print."""
PREFIX = "unriddle-grade-"
"""What scratch folders begin with."""


@dataclass
class SandboxRun:
    """A run of a submission, as it is seen from outside."""

    answer: dict[str, Any] | None = None
    """What it says; None if it has not come to say anything."""
    faults: list[Fault] = field(default_factory=list)
    """What it did that it must not do, and how it ended if it was not by an answer."""
    seconds: float = 0.0
    """Processor time from the start of the clock to the answer, as the system counts it."""
    printed: str = ""
    """The beginning of what it printed."""
    files: list[str] = field(default_factory=list)
    """What it left in its scratch folder."""
    protection: list[str] = field(default_factory=list)
    """What held it, in words."""


class Sandbox:
    """A scratch folder, and processes in it, one after the other. Use it in a `with` block."""

    def __init__(self) -> None:
        if os.name != "posix":
            raise BadInput("submissions can be run on Linux and macOS only", hint="use a container")
        self.root = tempfile.mkdtemp(prefix=PREFIX)
        self._guardian = subprocess.Popen(
            [sys.executable, "-I", "-S", guardian.__file__, self.root],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd="/",
        )
        self._number = 0

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *failure: object) -> None:
        assert self._guardian.stdin is not None
        with contextlib.suppress(OSError):
            self._guardian.stdin.close()
        self._guardian.wait()

    def run(self, job: Job) -> SandboxRun:
        """Carry out a job; raises only for what is no fault of the submission."""
        self._number += 1
        scratch = os.path.join(self.root, str(self._number))
        os.mkdir(scratch)
        run = _Run(replace(job, token=secrets.token_hex(16)), scratch)
        process = run.process
        self._tell_guardian(f"+{process.pid}")
        try:
            ran = run.follow()
        finally:
            strays = run.end()
            self._tell_guardian(f"-{process.pid}")
        if strays and not any(fault.kind is Kind.PROCESSES for fault in ran.faults):
            ran.faults.append(Fault(Kind.PROCESSES, f"{strays} of them were still running"))
        ran.files = sorted(
            str(path.relative_to(scratch)) for path in Path(scratch).rglob("*") if path.is_file()
        )
        return ran

    def _tell_guardian(self, line: str) -> None:
        assert self._guardian.stdin is not None
        with contextlib.suppress(OSError):  # it was killed: then nobody tidies up but we
            self._guardian.stdin.write(f"{line}\n".encode())
            self._guardian.stdin.flush()


class _Run:
    """One child."""

    def __init__(self, job: Job, scratch: str) -> None:
        self._job = job
        self._scratch = scratch
        theirs_in, self._jobs = os.pipe()
        self._answers, theirs_out = os.pipe()
        folder = str(Path(__file__).parents[2])
        program = (
            f"import sys; sys.path.append({folder!r})\n"
            f"from unriddle.grading.child import main; main({theirs_in}, {theirs_out})"
        )
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-B", "-c", program],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                pass_fds=(theirs_in, theirs_out),
                cwd=scratch,
                env=_environment(scratch),
                start_new_session=True,
            )
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        self._ran = SandboxRun()
        self._printed = b""
        self._printed_bytes = 0
        self._line = b""
        self._deadline = time.monotonic() + START
        self._cpu_before: float | None = None
        self._started: float | None = None

    def follow(self) -> SandboxRun:
        """Wait for its answer, its end or the end of its time."""
        with contextlib.suppress(OSError):  # it has ended already
            protocol.send_job(self._jobs, self._job)
        assert self.process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._answers, selectors.EVENT_READ, self._hear)
            selector.register(self.process.stdout, selectors.EVENT_READ, self._collect)
            while selector.get_map() and self._ran.answer is None and not self._has_to_end():
                left = self._deadline - time.monotonic()
                if left <= 0:
                    self._time_is_up()
                    break
                for key, _ in selector.select(min(left, 1.0)):
                    data = os.read(key.fd, 1 << 16)
                    if not data:
                        selector.unregister(key.fileobj)
                    key.data(data)
                if self.process.poll() is not None and not selector.select(0):
                    break
            self._measure()
            self._read_the_rest()
        if self._ran.answer is None and not self._ran.faults:
            self._ran.faults.append(self._silent_end())
        self._ran.printed = self._printed.decode("utf-8", "replace")[:KEPT]
        return self._ran

    def end(self) -> int:
        """Kill it and all that it has started; how many others there were."""
        strays = _offspring(self.process.pid, self._scratch) - {self.process.pid}
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for pid in strays:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        os.close(self._answers)
        os.close(self._jobs)
        return len(strays)

    # What comes in.

    def _hear(self, data: bytes) -> None:
        self._line += data
        if len(self._line) > protocol.LONGEST_LINE:
            self._ran.faults.append(Fault(Kind.TAMPERS, "it floods the channel to the grader"))
            return
        *lines, self._line = self._line.split(b"\n")
        for line in lines:
            said = protocol.read_message(line, self._job.token)
            if said is None:
                words = "something that is not ours was written into the channel to the grader"
                self._ran.faults.append(Fault(Kind.TAMPERS, words))
            elif said["kind"] == protocol.READY and self._started is None:
                self._start_the_clock(said)
            elif said["kind"] == protocol.BROKE:
                self._ran.faults.append(Fault(Kind(said["fault"]), str(said["what"])[:200]))
            elif said["kind"] == protocol.ANSWER and self._ran.answer is None:
                self._ran.answer = said

    def _start_the_clock(self, said: dict[str, Any]) -> None:
        self._ran.protection = [str(one) for one in said["protection"]]
        self._cpu_before = self._cpu()
        self._started = time.monotonic()
        self._deadline = self._started + self._job.seconds
        with contextlib.suppress(OSError):
            os.write(self._jobs, b"!")

    def _collect(self, data: bytes) -> None:
        self._printed_bytes += len(data)
        self._printed += data[: max(0, 4 * KEPT - len(self._printed))]
        if self._printed_bytes > PRINTED:
            self._ran.faults.append(
                Fault(Kind.PRINTS, f"it printed more than {PRINTED >> 20} MiB and was ended")
            )

    def _has_to_end(self) -> bool:
        ending = (Kind.PRINTS, Kind.TAMPERS)
        return any(fault.kind in ending for fault in self._ran.faults)

    def _time_is_up(self) -> None:
        if self._started is None:
            raise BadInput(f"a process has not started in {START:g} s", hint="try again")
        words = f"it had not ended after {self._job.seconds:g} s"
        self._ran.faults.append(Fault(Kind.OUT_OF_TIME, words))

    def _read_the_rest(self) -> None:
        """What it has printed before its answer, which may have overtaken it."""
        assert self.process.stdout is not None
        if self._ran.answer is None:
            return
        os.set_blocking(self.process.stdout.fileno(), False)
        with contextlib.suppress(OSError):
            while self._printed_bytes <= PRINTED:
                data = os.read(self.process.stdout.fileno(), 1 << 16)
                if not data:
                    break
                self._collect(data)

    # How it ended.

    def _measure(self) -> None:
        now = self._cpu()
        if now is not None and self._cpu_before is not None:
            self._ran.seconds = max(0.0, now - self._cpu_before)
        elif self._started is not None:
            self._ran.seconds = time.monotonic() - self._started

    def _cpu(self) -> float | None:
        """Its processor time so far; None where the system does not tell."""
        try:
            times = psutil.Process(self.process.pid).cpu_times()
        except psutil.Error:
            return None
        return float(times.user + times.system)

    def _silent_end(self) -> Fault:
        try:
            code = self.process.wait(5)
        except subprocess.TimeoutExpired:
            return Fault(Kind.ENDS_ITSELF, "it closed the channel to the grader without an answer")
        if self._started is None:
            raise BadInput(
                f"the process of a submission cannot be started: exit code {code}",
                hint=self._printed.decode("utf-8", "replace")[-1000:],
            )
        used_up_its_time = self._ran.seconds >= self._job.seconds
        if code == -signal.SIGXCPU or (code == -signal.SIGKILL and used_up_its_time):
            return Fault(Kind.OUT_OF_TIME, "the system ended it: too much processor time")
        if code < 0:
            try:
                name = signal.Signals(-code).name
            except ValueError:
                name = f"signal {-code}"
            return Fault(Kind.CRASHES, f"its process was ended by {name}")
        return Fault(
            Kind.ENDS_ITSELF, f"its process ended with exit code {code}, without an answer"
        )


def _environment(scratch: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return {**kept, "HOME": scratch, "TMPDIR": scratch, "LANG": "C.UTF-8", "PYTHONUTF8": "1"}


def _offspring(leader: int, scratch: str) -> set[int]:
    """The processes of a session and all that stem from it, known by the home they were given."""
    found: set[int] = set()
    with contextlib.suppress(psutil.Error):
        found = {one.pid for one in psutil.Process(leader).children(recursive=True)}
    since = os.stat(scratch).st_ctime - 1  # clocks differ a little
    for pid in psutil.pids():
        with contextlib.suppress(OSError, psutil.Error):
            if os.getsid(pid) == leader or _home(psutil.Process(pid), since) == scratch:
                found.add(pid)
    return found


def _home(process: psutil.Process, since: float) -> str | None:
    """The home of a process. One that is just being started has no environment for a moment."""
    environment = process.environ()
    for _ in range(50):
        if environment or process.create_time() < since:
            break
        time.sleep(0.002)
        environment = process.environ()
    return environment.get("HOME")
