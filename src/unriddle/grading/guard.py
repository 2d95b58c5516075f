"""What keeps the code of a submission in its place, inside its own process.

Limits of the system hold whatever the code does. An audit hook of Python sees what the code asks of
the system: it cannot be removed, tells the grader at once, and refuses. It sees nothing of what
compiled code does on its own. So this is a fence against accidents and shortcuts, not a prison.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any

from unriddle.grading.faults import Kind
from unriddle.grading.protocol import Job

ALLOWED = (
    *("unriddle", "unriddle.core", "unriddle.lines", "unriddle.plugins", "unriddle.puzzles"),
    *("unriddle.search", "unriddle.search.node", "unriddle.settings", "unriddle.version"),
    "unriddle.s_expressions",
    *(
        f"unriddle.core.{module}"
        for module in ("drawing", "errors", "heuristic", "puzzle", "replaying", "result")
    ),
    *(
        f"unriddle.puzzles.{module}"
        for module in (
            *("bloxorz", "bloxorz.level", "bloxorz.notation", "bloxorz.rules"),
            "bloxorz.stage_file",
            *("freecell", "freecell.cards", "freecell.deals", "freecell.layouts"),
            *("freecell.notation", "freecell.rules", "freecell.table"),
            *("sokoban", "sokoban.ipc", "sokoban.notation", "sokoban.rules"),
            *("sokoban.slc", "sokoban.xsb"),
        )
    ),
)
"""The modules of unriddle that a submission may import: the vocabulary, the rules and
the notation."""
OURS = ("unriddle.grading", "unriddle.search.own_checks", "unriddle.search.own_heuristic")
"""Modules of unriddle that the process itself uses; others are unloaded before it begins."""
LARGEST_FILE = 16 << 20
"""Bytes of a file that is written."""
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_NEWUSER, _NEWNET = 0x10000000, 0x40000000
_PDEATHSIG, _KILL = 1, 9

Tell = Callable[[Kind, str], None]
"""Tells the grader of a breach."""


def end_with_the_grader() -> None:
    """See to it that this process is killed when the grader ends, however that ends."""
    library = _c_library()
    if library is not None and sys.platform == "linux":
        library.prctl(_PDEATHSIG, _KILL, 0, 0, 0)


def cut_off_network() -> str:
    """Leave the network, if the system lets us; how it is kept out, in words."""
    library = _c_library()
    if library is not None and sys.platform == "linux":
        for flags in (_NEWNET, _NEWUSER | _NEWNET):
            if library.unshare(flags) == 0:
                return "no network: a namespace of its own"
    return "no network: refused by an audit hook only"


def _c_library() -> Any:
    try:
        import ctypes

        return ctypes.CDLL(None, use_errno=True)
    except (ImportError, OSError, TypeError):
        return None


def limit_memory(mebibytes: float) -> str:
    """Limit the memory that this process uses from now on; how that is kept, in words."""
    import resource

    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            pages = int(file.read().split()[0])
    except OSError:
        return "memory is not limited on this system"
    size = pages * os.sysconf("SC_PAGE_SIZE") + int(mebibytes * 2**20)
    _limit(resource.RLIMIT_AS, size)
    return f"at most {mebibytes:g} MiB"


def limit_the_rest(seconds: float) -> None:
    """Limit processor time, as a second line after the grader's clock, files and core dumps."""
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    cpu = math.ceil(used.ru_utime + used.ru_stime + seconds) + 2
    _limit(resource.RLIMIT_CPU, cpu)
    _limit(resource.RLIMIT_FSIZE, LARGEST_FILE)
    _limit(resource.RLIMIT_CORE, 0)


def _limit(what: int, most: int) -> None:
    """Limit a resource for good; a limit that is lower already stays."""
    import resource

    _, hard = resource.getrlimit(what)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(what, (most, most))


def unload(allowed: Iterable[str]) -> None:
    """Forget every module of unriddle that a submission may not import, so that it must be loaded.

    Functions that were imported from it stay. `from unriddle import *` gives what is allowed.
    """
    names = sys.modules["unriddle"].__dict__
    homes = {"__version__": "unriddle.version", **names["_HOMES"]}
    names["__all__"] = [name for name, home in homes.items() if home in allowed]
    for name in [one for one in sys.modules if one.partition(".")[0] == "unriddle"]:
        if name in allowed or name.startswith(OURS[1:]):
            continue
        del sys.modules[name]
        parent, _, last = name.rpartition(".")
        if parent in sys.modules:
            vars(sys.modules[parent]).pop(last, None)


class Guard:
    """The audit hook: what the submission must not do is refused, and told to the grader."""

    def __init__(self, scratch: str, job: Job, answer: int, tell: Tell) -> None:
        self._scratch = os.path.realpath(scratch)
        self._submission = job.name
        self._answer = answer
        self._allowed = frozenset((*ALLOWED, *job.allowed))
        self._secret = frozenset(job.secret)
        self._tell = tell
        self._package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        self._at_work = False
        self._told: set[tuple[Kind, str]] = set()
        self._pid = os.getpid()
        import resource

        self._stack = resource.RLIMIT_STACK

    def arm(self) -> None:
        """From now on, for good."""
        sys.addaudithook(self._check)

    def _check(self, event: str, args: tuple[Any, ...]) -> None:
        if self._at_work:
            return
        rule = _RULES.get(event)
        if rule is None:
            return
        self._at_work = True
        try:
            found = (rule, event) if isinstance(rule, Kind) else rule(self, event, args)
            if found and found not in self._told:
                self._told.add(found)
                self._tell(*found)
        finally:
            self._at_work = False
        if found:
            kind, what = found
            refusal = f"refused by the grader: {kind} ({what})"
            raise ImportError(refusal) if event == "import" else PermissionError(refusal)

    # What an event means: a kind of fault and what was done, or None.

    def _import(self, event: str, args: tuple[Any, ...]) -> tuple[Kind, str] | None:
        name = str(args[0])
        ours = name.partition(".")[0] == "unriddle"
        return (Kind.IMPORTS, name) if ours and name not in self._allowed else None

    def _open(self, event: str, args: tuple[Any, ...]) -> tuple[Kind, str] | None:
        path, _, flags = args
        if path == self._answer:
            return Kind.TAMPERS, "opens the channel to the grader"
        if isinstance(flags, int) and flags & _WRITES:
            return self._write(event, args)
        if isinstance(path, int):
            return None
        real = os.path.realpath(os.fsdecode(path))
        if real in self._secret:
            return Kind.TAMPERS, f"reads {os.path.basename(real)}"
        if not real.startswith(self._package + os.sep):
            return None
        parts = os.path.relpath(real, self._package).split(os.sep)
        folders = [part for part in parts[:-1] if part != "__pycache__"]
        module = ".".join(["unriddle", *folders, parts[-1].partition(".")[0]])
        module = module.removesuffix(".__init__")
        known = module in self._allowed or module.startswith(OURS)
        if not parts[-1].endswith((".py", ".pyc", ".so")):
            return Kind.TAMPERS, f"reads {parts[-1]}"  # levels, assignments
        return None if known else (Kind.IMPORTS, module)

    def _write(self, event: str, args: tuple[Any, ...]) -> tuple[Kind, str] | None:
        for path in args[: 2 if event in ("os.rename", "os.link", "os.symlink") else 1]:
            if isinstance(path, int) or path == ":memory:":
                continue
            text = os.fsdecode(path)
            # Not the file a link leads to, but the folder in which the link would be removed.
            real = os.path.realpath(text)
            if event != "open":
                folder, name = os.path.split(os.path.abspath(text))
                real = os.path.join(os.path.realpath(folder), name)
            if real != self._scratch and not real.startswith(self._scratch + os.sep):
                if real == os.devnull:
                    continue
                return Kind.WRITES, text
        return None

    def _kill(self, event: str, args: tuple[Any, ...]) -> tuple[Kind, str] | None:
        return None if event == "os.kill" and args[0] == self._pid else (Kind.TAMPERS, event)

    def _limits(self, event: str, args: tuple[Any, ...]) -> tuple[Kind, str] | None:
        """Who recurses deeply may have a larger stack."""
        return None if args[0] == self._stack else (Kind.TAMPERS, event)

    def _frames(self, event: str, args: tuple[Any, ...]) -> tuple[Kind, str] | None:
        """Only the submission must not look at the frames of others; libraries do."""
        if event.startswith("object.__"):
            if args[1] not in ("tb_frame", "gi_frame", "cr_frame", "ag_frame", "__code__"):
                return None
            if args[1] == "__code__" and event == "object.__getattr__":
                return None
        caller = sys._getframe(2).f_code.co_filename
        made_up = caller.startswith("<") and not caller.startswith("<frozen ")
        if caller != self._submission and not made_up:
            return None
        if event == "object.__setattr__":
            return Kind.CHANGES_RULES, f"puts other code into {args[0]!r:.60}"
        return Kind.TAMPERS, f"looks at frames ({event})"


_Rule = Callable[[Guard, str, tuple[Any, ...]], tuple[Kind, str] | None]
_RULES: dict[str, Kind | _Rule] = {
    "import": Guard._import,
    "open": Guard._open,
    **dict.fromkeys(
        (
            *("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink"),
            *("os.truncate", "os.chmod", "os.chown", "os.utime", "os.setxattr", "os.mkfifo"),
            "sqlite3.connect",
        ),
        Guard._write,
    ),
    **dict.fromkeys(
        (
            *("os.fork", "os.forkpty", "os.posix_spawn", "os.system", "os.exec", "os.spawn"),
            *("subprocess.Popen", "pty.spawn", "os.startfile"),
        ),
        Kind.PROCESSES,
    ),
    **dict.fromkeys(
        (
            *("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"),
            *("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"),
            "socket.getnameinfo",
        ),
        Kind.NETWORK,
    ),
    **dict.fromkeys(("os.kill", "os.killpg"), Guard._kill),
    **dict.fromkeys(
        (
            *("sys.addaudithook", "sys.settrace", "sys.setprofile", "sys._current_frames"),
            *("gc.get_objects", "gc.get_referrers", "ctypes.dlopen", "ctypes.dlsym"),
            *("ctypes.call_function", "ctypes.cdata", "resource.prlimit"),
        ),
        Kind.TAMPERS,
    ),
    "resource.setrlimit": Guard._limits,
    **dict.fromkeys(("sys._getframe", "object.__getattr__", "object.__setattr__"), Guard._frames),
}
"""By event of Python: what kind of fault it always is, or what looks at it."""
