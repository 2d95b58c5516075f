"""The engine as a WebAssembly module beside Python, for a browser: the names of `_core.pyi`.

Python, compiled to WebAssembly as well (Pyodide), and the engine have a memory each, so all that
passes is written as bytes; native/wasm/value.h says how. There are no threads: a search happens
while it is awaited, and is heard of by the `pulse` of `Run.wait`. Vector environments, which need
NumPy, are not there.

What starts Python makes the engine known before `unriddle` is imported, as `unriddleEngine` of
the global scope of the same worker or page:

    import makeEngine from "./unriddle-engine.mjs";  // beside it, unriddle-engine.wasm
    globalThis.unriddleEngine = await makeEngine();

`makeEngine({wasmBinary})` takes the bytes of the .wasm file where it cannot be fetched.
"""

from __future__ import annotations

import builtins
import struct
from array import array
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import js  # type: ignore[import-not-found]
from pyodide.ffi import create_proxy  # type: ignore[import-not-found]

if not hasattr(js, "unriddleEngine"):
    raise ImportError("the page has loaded none")
_module = js.unriddleEngine
_SIZE = struct.Struct("<I")
_Pulse = Callable[[int], bool]
_pulses: list[_Pulse] = []
"""Of the calls that are being answered, the innermost last."""
_raised: list[BaseException] = []
"""What a pulse has raised, to be raised again when the engine is left."""


def _write(value: Any, to: bytearray) -> None:
    """Append a value to a message."""
    if value is None:
        to += b"N"
    elif isinstance(value, bool):
        to += b"T" if value else b"F"
    elif isinstance(value, int):
        to += struct.pack("<cq", b"i", value) if value < 2**63 else struct.pack("<cQ", b"u", value)
    elif isinstance(value, float):
        to += struct.pack("<cd", b"d", value)
    elif isinstance(value, str):
        to += b"s"
        _write_sized(value.encode(), to)
    elif isinstance(value, bytes):
        to += b"b"
        _write_sized(value, to)
    elif isinstance(value, dict):
        to += b"m" + _SIZE.pack(len(value))
        for name, one in value.items():
            _write_sized(name.encode(), to)
            _write(one, to)
    elif isinstance(value, _Object):
        _write(value._number, to)
    elif isinstance(value, array) or all(type(one) is int and one < 2**63 for one in value):
        to += b"q" + _SIZE.pack(len(value)) + array("q", value).tobytes()
    else:
        to += b"l" + _SIZE.pack(len(value))
        for one in value:
            _write(one, to)


def _write_sized(data: bytes, to: bytearray) -> None:
    to += _SIZE.pack(len(data)) + data


class _Reader:
    """Reads the values of a message, one after the other."""

    def __init__(self, message: bytes) -> None:
        self._message = message
        self._at = 0

    def value(self) -> Any:
        kind = self._take(1)
        if kind in _CONSTANTS:
            return _CONSTANTS[kind]
        if kind in _NUMBERS:
            return _NUMBERS[kind].unpack(self._take(8))[0]
        (size,) = _SIZE.unpack(self._take(4))
        if kind == b"s":
            return self._take(size).decode()
        if kind == b"b":
            return self._take(size)
        if kind == b"q":
            return array("q", self._take(8 * size)).tolist()
        return tuple(self.value() for _ in range(size))

    def _take(self, size: int) -> bytes:
        self._at += size
        return self._message[self._at - size : self._at]


_CONSTANTS = {b"N": None, b"T": True, b"F": False}
_NUMBERS = {b"i": struct.Struct("<q"), b"u": struct.Struct("<Q"), b"d": struct.Struct("<d")}


def _call(name: str, *arguments: Any) -> Any:
    """The answer of a function of the engine; raises what that raises."""
    message = bytearray()
    _write([name, *arguments], message)
    at = _module._malloc(len(message))
    if not at:
        raise MemoryError
    _part(at, len(message)).assign(message)
    answer = _module._unriddle_call(at, len(message))
    _module._free(at)
    if not answer:
        raise MemoryError
    (size,) = _SIZE.unpack(_part(answer, 4).to_bytes())
    refused, value = _Reader(_part(answer, 4 + size).to_bytes()[4:]).value()
    _module._free(answer)
    if refused:
        raise getattr(builtins, refused)(value)
    return value


def _part(at: int, size: int) -> Any:
    """Some bytes of the memory of the engine, which is another array whenever it has grown."""
    start = at % 2**32  # JavaScript may see an address as a number with a sign
    return _module.HEAPU8.subarray(start, start + size)


def _call_with(pulse: _Pulse, name: str, *arguments: Any) -> Any:
    """The same; meanwhile, now and then, `pulse` is told how many states were looked at.

    It ends the call by returning True.
    """
    _pulses.append(pulse)
    try:
        answer = _call(name, *arguments)
    finally:
        _pulses.pop()
    if _raised:
        raise _raised.pop()
    return answer


def _pulse(looked_at: float) -> bool:
    try:
        return _pulses[-1](int(looked_at))
    except BaseException as error:  # it must not pass through the engine
        _raised.append(error)
        return True


_module.pulse = create_proxy(_pulse)


class _Object:
    """Something that lives in the engine, under a number."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __del__(self) -> None:
        if hasattr(self, "_number"):
            _call("release", self._number)


def _method(name: str) -> Any:
    return lambda self, *arguments: _call(name, self, *arguments)


def _attribute(name: str) -> Any:
    return property(_method(name))


def _function(name: str) -> Any:
    return lambda *arguments: _call(name, *arguments)


def _list_of(name: str) -> Any:
    return lambda *arguments: list(_call(name, *arguments))


class Limits(NamedTuple):
    seconds: float | None = None
    nodes: int | None = None
    bytes: int | None = None


class Run(_Object):
    def start(self) -> None:
        """Nothing yet: there is no other thread."""

    def wait(self, seconds: float | None = None, pulse: Callable[[], bool] | None = None) -> bool:
        return bool(_call_with(lambda _: pulse is not None and pulse(), "Run.wait", self))

    poll = _method("Run.poll")
    bounds = _method("Run.bounds")
    latest = _method("Run.latest")
    stop = _method("Run.stop")
    result = _method("Run.result")
    proof = _method("Run.proof")
    proved = _attribute("Run.proved")
    seconds = _attribute("Run.seconds")


class Engine(_Object):
    def search(
        self, name: str, settings: dict[str, object] | None = None, limits: Limits | None = None
    ) -> Run:
        return Run(_call("Engine.search", self, name, settings or {}, limits))

    initial = _method("Engine.initial")
    is_goal = _method("Engine.is_goal")
    same = _method("Engine.same")
    events = _method("Engine.events")
    estimate = _method("Engine.estimate")
    describe = _method("Engine.describe")
    layers = _method("Engine.layers")
    bytes_per_node = _attribute("Engine.bytes_per_node")

    def successors(self, state: bytes) -> list[tuple[int, bytes, int]]:
        return list(_call("Engine.successors", self, state))


class Problem(_Object):
    def __init__(self, **data: Any) -> None:
        super().__init__(_call(type(self).__name__, data))

    def engine(self) -> Engine:
        return Engine(_call("Problem.engine", self))

    def solve(
        self, name: str, settings: dict[str, object] | None = None, limits: Limits | None = None
    ) -> Run:
        return Run(_call("Problem.solve", self, name, settings or {}, limits))

    def prove(self, limits: Limits | None = None) -> Run:
        return Run(_call("Problem.prove", self, limits))


class BloxorzStage(Problem):
    pass


class BloxorzAnalysis(_Object):
    findings = _method("BloxorzAnalysis.findings")
    touched = _method("BloxorzAnalysis.touched")
    distance = _method("BloxorzAnalysis.distance")

    @property
    def run(self) -> Run:
        return Run(_call("BloxorzAnalysis.run", self))


def bloxorz_analysis(stage: BloxorzStage, limits: Limits | None = None) -> BloxorzAnalysis:
    return BloxorzAnalysis(_call("bloxorz_analysis", stage, limits))


class FreeCellGame(Problem):
    pass


freecell_shuffled = _function("freecell_shuffled")


class SokobanLevel(Problem):
    find_deadlock = _method("SokobanLevel.find_deadlock")


class SokobanPulls(_Object):
    def __init__(self, **data: Any) -> None:
        super().__init__(_call("SokobanPulls", data))

    layers = _attribute("SokobanPulls.layers")
    exact = _attribute("SokobanPulls.exact")
    position = _method("SokobanPulls.position")


sokoban_rules = _list_of("sokoban_rules")
splitmix64 = _list_of("splitmix64")
replay = _function("replay")


def judge(
    puzzle: str,
    start: dict[str, object],
    parents: Sequence[int],
    moves: Sequence[int],
    claims: Sequence[tuple[bool, Sequence[int], int, Sequence[int]]],
    work: int,
    is_stopped: Callable[[], bool] | None = None,
) -> tuple[bool | None, int, str]:
    def pulse(_: int) -> bool:
        return is_stopped is not None and is_stopped()

    answer: tuple[bool | None, int, str] = _call_with(
        pulse, "judge", puzzle, start, parents, moves, claims, work
    )
    return answer


SEARCHES: dict[str, tuple[str, ...]] = {}
HEURISTICS: dict[str, tuple[str, ...]] = {}
SOLVERS: dict[str, tuple[str, ...]] = {}
for _puzzle, *_offers in _call("offers"):
    for _table, _names in zip((SEARCHES, HEURISTICS, SOLVERS), _offers, strict=True):
        _table[_puzzle] = tuple(_names)
