"""Make the packs that come with the program, from their seeds: `./dev python benchmarks/packs.py`.

Says for each level what was measured. The same packs come out on every machine; a test makes a few
of their levels again and compares them with those in `src/unriddle/levels`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from unriddle.catalog import PUZZLES
from unriddle.generating import GeneratedLevel, generate
from unriddle.rating.difficulty import DIFFICULTIES

LEVELS = Path(__file__).resolve().parent.parent / "src" / "unriddle" / "levels"
SEED = 21
PACKS = {"sokoban": ("sokoban/generated.xsb", 20), "bloxorz": ("bloxorz-generated.txt", 12)}
"""By puzzle: the file, and the number of levels of each difficulty."""
HEADS = {
    "sokoban": "; 100 levels in five steps of difficulty, made by benchmarks/packs.py.",
    "bloxorz": "; 60 stages in five steps of difficulty, made by benchmarks/packs.py.",
}


def titled(made: GeneratedLevel, number: int) -> Any:
    """The level under its name in the pack."""
    level: Any = made.puzzle.level  # type: ignore[attr-defined]
    level = replace(level, title=f"{made.difficulty.capitalize()} {made.number}")
    return replace(level, number=number) if made.kind == "bloxorz" else level


def main() -> None:
    """Write both packs."""
    for puzzle, (path, count) in PACKS.items():
        texts = [HEADS[puzzle] + "\n"]
        for difficulty in DIFFICULTIES:
            for made in generate(puzzle, difficulty=difficulty, seed=SEED, count=count):
                level = titled(made, len(texts))
                texts.append(PUZZLES[puzzle].notation.format_level(level))
                print(
                    f"{puzzle}/generated/{len(texts) - 1}: {level.title}, {made.optimum} moves, "
                    f"{made.expanded:,} expansions {made.note}",
                    flush=True,
                )
        (LEVELS / path).write_text("\n".join(texts), encoding="utf-8")


if __name__ == "__main__":
    main()
