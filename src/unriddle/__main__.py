"""The command `unriddle`, also as `python -m unriddle`."""

from __future__ import annotations

import errno
import os
import signal
import sys
from _thread import interrupt_main
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from io import StringIO, TextIOWrapper
from threading import Timer

OUT_OF_MEMORY = 22
INTERRUPTED = 130
"""As in `cli.exits`, for what happens before that can be loaded."""
LEAST_MEBIBYTES = 48
"""Of address space. With less, Python's own libraries fail as no program can catch: `hashlib`
prints tracebacks, and loading a module may end the process."""


def main() -> None:
    """Run the command line and leave with its exit code."""
    if sys.argv[1:] in (["--version"], ["-V"]) and sys.stdout is not None:
        from unriddle.version import __version__

        with suppress(OSError):  # answered without loading the command line, which tells of errors
            print(__version__, flush=True)
            return
    _hold_back_interrupts()
    _keep_talk_apart()
    if _has_little_memory():
        print("error: out of memory", file=sys.stderr)
        print(f"hint: allow {LEAST_MEBIBYTES} MiB of address space (ulimit -v)", file=sys.stderr)
        sys.exit(OUT_OF_MEMORY)
    try:
        code = _run_in_memory(sys.argv[1:])
        _end_by_interrupts()
    except KeyboardInterrupt:
        code = INTERRUPTED
        _end_by_interrupts()
    sys.exit(code)


def _run_in_memory(arguments: list[str]) -> int:
    """The exit code, also where memory runs out."""
    try:
        from unriddle.out_of_memory import silent_without_memory

        sys.unraisablehook = partial(_heard_again, silent_without_memory)
        return _run(arguments)
    except (MemoryError, ImportError, OSError, SystemError) as error:  # even to load the program
        if not _is_lack_of_memory(error):
            raise
        print("error: out of memory", file=sys.stderr)
        return OUT_OF_MEMORY


def _end_by_interrupts() -> None:
    """Python's own end is no place for exceptions."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _keep_talk_apart() -> None:
    """Let nothing that is opened later take the place of a closed stream, and no talk an answer's.

    A pipe or a store with the number of standard error would be given what is meant for that.
    """
    with suppress(OSError):  # a machine may have no null device
        while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
            os.set_inheritable(number, True)
        os.close(number)
    talk = sys.__stderr__
    if talk is None:
        sys.stderr = StringIO()
    elif sys.stderr is talk:
        sys.stderr = _Talk(talk.buffer, talk.encoding, line_buffering=True)


class _Talk(TextIOWrapper):
    """Standard error; what it cannot take is lost, and changes no answer and no exit code."""

    def write(self, text: str) -> int:
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()


def _has_little_memory() -> bool:
    """Is less address space allowed than it takes to load anything safely?"""
    try:
        import resource
    except ImportError:  # no such system, or not even memory for that
        return os.name == "posix"
    allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
    return allowed != resource.RLIM_INFINITY and allowed < LEAST_MEBIBYTES * 2**20


def _is_lack_of_memory(error: Exception) -> bool:
    """As `is_out_of_memory`, which perhaps cannot be loaded."""
    if isinstance(error, OSError):
        return error.errno == errno.ENOMEM
    return not isinstance(error, ImportError) or "failed to map segment" in str(error)


def _heard_again(
    others: Callable[[sys.UnraisableHookArgs], None], unraisable: sys.UnraisableHookArgs
) -> None:
    """Ctrl-C while Python tidies up, where no exception gets through, comes again a bit later."""
    if isinstance(unraisable.exc_value, KeyboardInterrupt):
        again = partial(os.kill, os.getpid(), signal.SIGINT)  # which a sleep hears, too
        Timer(0.01, again if os.name == "posix" else interrupt_main).start()
    else:
        others(unraisable)


def _hold_back_interrupts() -> None:
    """Let Ctrl-C end the program at once while it is being loaded.

    There is nothing to tidy up yet, and an exception could be swallowed by a module that
    is being loaded. Until here the first lines of the package have seen to it. Where Ctrl-C is
    ignored, as in the background of a shell, it stays so.
    """
    if signal.getsignal(signal.SIGINT) in (signal.default_int_handler, signal.SIG_DFL):
        signal.signal(signal.SIGINT, _leave)
    if hasattr(signal, "pthread_sigmask"):  # ./dev holds Ctrl-C back until here
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def _leave(number: int, frame: object) -> None:
    os._exit(INTERRUPTED)


def _loaded() -> None:
    """From now on Ctrl-C is an exception again, and commands end tidily."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _run(arguments: list[str]) -> int:
    code = _play(arguments)
    if code is None:
        from unriddle.cli import load, run

        load(arguments)
        _loaded()
        code = run(arguments)
    return code


def _play(arguments: list[str]) -> int | None:
    """Open the terminal app without loading the command line, which takes a fifth of its start.

    None if the arguments ask for more than a level, or if something is wrong: then the command line
    says what.
    """
    if arguments[:1] != ["play"] or len(arguments) > 2 or arguments[-1].startswith("-"):
        return None
    from unriddle.core import UnriddleError
    from unriddle.tui.launch import launch

    _loaded()
    try:
        return launch(arguments[1] if len(arguments) > 1 else None)
    except UnriddleError:
        return None


if __name__ == "__main__":
    main()
