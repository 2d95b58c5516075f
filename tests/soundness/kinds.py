"""The puzzles that the campaign knows, by name."""

from __future__ import annotations

from soundness.bloxorz_checks import BloxorzKind
from soundness.checking import Kind
from soundness.freecell_checks import FreeCellKind
from soundness.sokoban_checks import SokobanKind

KINDS: dict[str, Kind] = {
    kind.name: kind for kind in (SokobanKind(), BloxorzKind(), FreeCellKind())
}
