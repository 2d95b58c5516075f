"""A puzzle whose rules go wrong in every way that a player can meet; for the tests of screens."""

from pathlib import Path

import pytest

from unriddle import plugins

RULES = '''
import sys
import unriddle


@unriddle.puzzle
class Faulty(unriddle.Puzzle[str, str]):
    """Each move goes to where something else is wrong."""

    initial = ""

    def actions(self, state):
        if state.endswith("list"):
            return None
        return ["exit", "loop", "raise", "list", "draw", "good"]

    def apply(self, state, action):
        while action == "loop":
            pass
        if action == "exit":
            sys.exit(3)
        if action == "raise":
            raise KeyError("oops")
        return f"{state} {action}"

    def is_goal(self, state):
        return state.endswith("good good")

    def draw(self, state):
        if state.endswith("draw"):
            raise KeyError("no picture")
        return f"at{state}"
'''

TOLD = {
    "loop": ("`step` of Faulty has not ended in", "in apply"),
    "exit": ("your code tried to end the program: exit(3)", "sys.exit(3)"),
    "raise": ("your code raised KeyError: 'oops'", 'raise KeyError("oops")'),
}
"""What a screen says of a move that cannot be made: the fault and the line."""


def load_faulty_rules(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the puzzle; whoever asks it waits for a second, not longer."""
    for name in ("PATIENCE", "IMPATIENCE"):
        monkeypatch.setattr(f"unriddle.search.own_checks.{name}", 1.0)
    path = folder / "faulty.py"
    path.write_text(RULES, "utf-8")
    plugins.load_file(str(path))
