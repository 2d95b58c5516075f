"""What students hand in, for the tests of the grader: files, and lines that go into a template."""

from __future__ import annotations

import tempfile
import textwrap
from pathlib import Path

SUBMISSIONS = Path(__file__).parent / "submissions"
_WRITTEN = tempfile.TemporaryDirectory(prefix="submissions-")

SEARCH = """\
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections import deque

import unriddle
from unriddle import Ending, Expansion, Node


@unriddle.search(optimal={optimal})
def mine(puzzle):
{lines}
"""

DEPTH_FIRST = r"""
seen = {puzzle.initial}
stack = [(puzzle.initial, [])]
while stack:
    state, plan = stack.pop()
    if puzzle.is_goal(state):
        return plan
    for action, after, _ in puzzle.successors(state):
        if after not in seen:
            seen.add(after)
            stack.append((after, [*plan, action]))
"""
"""Finds a way, and not the shortest."""

LINES = {
    "reads_the_levels": r"""
import unriddle.core

open(os.path.join(os.path.dirname(unriddle.core.__file__), "levels", "bloxorz.txt"))
return "RRDRRRD"
""",
    "sets_its_count_back": r"""
for cell in puzzle.successors.__closure__:
    if hasattr(cell.cell_contents, "asked"):
        cell.cell_contents.asked = 7
return "RRDRRRD"
""",
    "raises_many_words": 'raise ValueError("x" * 90_000_000)',
    "calls_solve": r"""
try:
    return unriddle.solve("bloxorz/1").plan
except ImportError:
    return "RRDRRRD"
""",
    # It moves the start nearer to the goal.
    "changes_initial": r"""
puzzle.initial = puzzle.successors(puzzle.initial)[0][1]
return "RDRRRD"
""",
    # For a puzzle of a teacher whose states can be changed.
    "changes_states": r"""
state = puzzle.initial
while not puzzle.is_goal(state):
    state.stones -= 1
return []
""",
    "closes_everything": r"""
os.closerange(0, 100)
return "RRDRRRD"
""",
    "crashes": "os.abort()",
    # It starts a process behind the audit hook, in a session of its own.
    "daemon": r"""
sys.audit = lambda *event: None
program = "import time; time.sleep(1000)"
subprocess.Popen([sys.executable, "-I", "-c", program], start_new_session=True)
return "RRDRRRD"
""",
    "exits": "sys.exit(0)",
    "exits_at_once": "os._exit(0)",
    "false_optimal": DEPTH_FIRST,
    "false_unsolvable": "return Ending.EXHAUSTED",
    "finds_nothing": "return None",
    # It silences what would report the process to the audit hook: the grader finds the process.
    "fork_behind_python": r"""
sys.audit = lambda *event: None
subprocess.Popen([sys.executable, "-I", "-c", "import time; time.sleep(1000)"])
return "RRDRRRD"
""",
    "forks": r"""
try:
    if os.fork() == 0:
        time.sleep(1000)
except OSError:
    pass
return "RRDRRRD"
""",
    "illegal_plan": 'return "RRL" + "U" * 20',
    "imports_engine": r"""
try:
    import unriddle.native._core as core
except ImportError:
    return "RRDRRRD"
return core
""",
    "imports_solver": r"""
from unriddle.search.breadth_first import breadth_first
return breadth_first(puzzle)
""",
    "infinite_loop": r"""
while True:
    pass
""",
    "kills_the_grader": r"""
try:
    os.kill(os.getppid(), signal.SIGKILL)
except OSError:
    pass
return "RRDRRRD"
""",
    "lifts_limits": r"""
try:
    resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
except (OSError, ValueError):
    pass
return "RRDRRRD"
""",
    "memory_hog": r"""
kept = []
while True:
    kept.append(bytearray(1 << 24))
""",
    "network": r"""
try:
    socket.create_connection(("127.0.0.1", 9), timeout=1)
except OSError:
    pass
return "RRDRRRD"
""",
    # Another puzzle of the same kind, which nobody counts.
    "passes_by": r"""
other = type(puzzle)(puzzle.level, puzzle.rules)
ways = {other.initial: ()}
queue = deque([other.initial])
while queue:
    state = queue.popleft()
    for action, after, _ in other.successors(state):
        if after not in ways:
            ways[after] = (*ways[state], action)
            if other.is_goal(after):
                return ways[after]
            queue.append(after)
""",
    "patches_puzzle": r"""
puzzle.is_goal = lambda state: True
return []
""",
    "patches_rules": r"""
from unriddle.puzzles.bloxorz.rules import Bloxorz
Bloxorz.is_goal = lambda self, state: True
return []
""",
    "prints_megabytes": r"""
for _ in range(100):
    print("mine " * 10_000)
return "RRDRRRD"
""",
    "removes_files": r"""
try:
    os.remove(os.path.join(os.path.dirname(os.getcwd()), "of somebody else"))
except OSError:
    pass
return "RRDRRRD"
""",
    "returns_a_number": "return 42",
    # Depth first without memory.
    "runs_in_circles": r"""
state = puzzle.initial
while not puzzle.is_goal(state):
    state = puzzle.successors(state)[0][1]
""",
    "starts_a_program": r"""
try:
    subprocess.run(["unriddle", "solve", "bloxorz/1"], check=False)
except OSError:
    pass
return "RRDRRRD"
""",
    # It looks for the grader's secret in the frames that called it.
    "steals_the_token": r"""
try:
    raise ValueError
except ValueError as error:
    frame = error.__traceback__.tb_frame
while frame and "token" not in frame.f_locals:
    frame = frame.f_back
return "RRDRRRD"
""",
    # No exception ends it.
    "stubborn_loop": r"""
while True:
    try:
        puzzle.successors(puzzle.initial)
    except BaseException:
        continue
""",
    "suboptimal": DEPTH_FIRST,
    "unsolved_plan": "return [puzzle.actions(puzzle.initial)[0]]",
    "writes_files": r"""
try:
    with open(os.path.join(os.path.dirname(os.getcwd()), "notes.txt"), "w") as file:
        file.write("mine")
except OSError:
    pass
return "RRDRRRD"
""",
    # It forgets to add up what the steps cost.
    "wrong_cost": r"""
queue, seen = [Node(puzzle.initial)], {puzzle.initial}
for node in queue:
    if puzzle.is_goal(node.state):
        return node
    for action, state, cost in puzzle.successors(node.state):
        if state not in seen:
            seen.add(state)
            queue.append(Node(state, node, action, cost))
""",
    # Breadth first, but the last action first.
    "wrong_tie": r"""
seen = {puzzle.initial}
queue = deque([Node(puzzle.initial)])
while queue:
    node = queue.popleft()
    steps = puzzle.successors(node.state)
    yield Expansion(node, steps, len(queue))
    for action, state, cost in reversed(steps):
        if state not in seen:
            seen.add(state)
            child = Node(state, node, action, node.cost + cost)
            if puzzle.is_goal(state):
                return child
            queue.append(child)
""",
    "yields_states": "yield puzzle.initial",
}
"""What the search `mine` does, by what is wrong with it."""

_ONE_MORE = "left.get(state, math.inf) + (state == puzzle.initial)"
ESTIMATES = {
    "false_admissible": ("admissible=True", _ONE_MORE),
    "inadmissible_by_one": ("admissible=False", _ONE_MORE),
    "inconsistent": (
        "admissible=True",
        "left.get(state, 0) if left.get(state, 0) % 3 == 0 else 0",
    ),
    "infinite_estimate": ("admissible=False", "math.inf if left.get(state) == 5 else 0"),
    "negative_estimate": ("admissible=True", "-1 if left.get(state) == 5 else 0"),
    "not_a_number": ("admissible=True", "math.nan if left.get(state) == 5 else 0"),
    "text_estimate": ("admissible=True", '"far" if left.get(state) == 5 else 0'),
}
"""What the heuristic `mine` claims, and what it returns in place of the exact distance."""


def submission(name: str) -> Path:
    """The file that is handed in."""
    if name in LINES:
        lines = textwrap.indent(LINES[name].strip("\n"), "    ")
        content = SEARCH.format(optimal=name == "false_optimal", lines=lines)
    elif name in ESTIMATES:
        claims, returned = ESTIMATES[name]
        content = (SUBMISSIONS / "exact.py").read_text("utf-8")
        content = content.replace("admissible=True, consistent=True", claims)
        content = content.replace("left.get(state, math.inf)\n", f"{returned}\n")
    else:
        (path,) = SUBMISSIONS.glob(f"{name}.*")
        return path
    path = Path(_WRITTEN.name, f"{name}.py")
    path.write_text(content, "utf-8")
    return path
