"""Texts that are nearly right: samples of all that is read, and what chance makes of them."""

from __future__ import annotations

import random
from typing import Any

from generators.freecell import format_report
from generators.sokoban import format_rle

from unriddle.catalog import PUZZLES
from unriddle.experiments.spec_file import shipped
from unriddle.levels import read_pack
from unriddle.loading import load
from unriddle.planning.encodings import to_pddl

WORDS = (
    *("", " ", "\n", "\n\n", "\r", "\r\n", "\t", "\0", "\ufeff", "\ud800", "\U0001f600", "\u0130"),
    *("#", "@", "$", ".", "*", "+", "-", "_", "|", "!", "~", ";", ":", "::", ",", "/", "..", "[]"),
    *(
        "0",
        "1",
        "-1",
        "9" * 30,
        "9" * 5_000,
        "1e999",
        "nan",
        "\N{SUPERSCRIPT TWO}",
        "\N{ARABIC-INDIC DIGIT TWO}",
    ),
    *("stage 1: x", "bridge a on", "switch A soft toggle a", "split 1 to 1,1 2,2", "start 1,1"),
    *("Title: x", "Comment:", "Comment-End:", "Author: y", "200#|", "3(#-)", "999999999#"),
    *("Foundations: C-3", "Freecells: 3H", "KC", "10H", "AS AS", "26v3", "ULDR", "3L2u", "5,2-5,3"),
    *("=", "==", '"', "'", "{", "}", "[", "]", "[[", "true", "\\u0000", "\\ud800", "null", "NaN"),
)


def samples() -> dict[str, list[str]]:
    """Texts that can be read, by what they are."""
    stages = ["stage " + part for part in read_pack("bloxorz.txt").split("stage ")[1:]]
    maps = read_pack("sokoban/uit.xsb").split("\n\n")
    deals = [PUZZLES["freecell"].notation.format_level(_level(f"freecell/{n}")) for n in (1, 617)]
    reports = [format_report(_level(f"freecell/{number}")) for number in (2, 11982)]
    lines = [format_rle(_level(f"sokoban/uit/{number}")) for number in range(1, 19)]
    tasks = [to_pddl(load(f"sokoban/uit/{number}")).problem for number in (1, 5)]
    states = []
    for name in ("bloxorz/23", "sokoban/uit/5", "freecell/1"):
        puzzle = load(name)
        notation = PUZZLES[name.partition("/")[0]].notation
        states.append(notation.format_state(puzzle, puzzle.initial))
    return {
        "levels": [*stages, *maps, *deals, *reports, *lines, *tasks],
        "planned": [
            "(move player-01 pos-06-09 pos-06-08 dir-up)\n; cost = 1",
            "0: (roll right upright-4-4 row-4-5 ground ground) [1]\n(swap a b)",
            "card-to-cell c6 n4 n3 d7 (1)\nstep 1: CARD-TO-CARD H6 S7 D2",
        ],
        "plans": ["RRDLS" * 5, "rrULdlUruRdr3L12u", "26v3 1a b2 5h\n# x\n3d", "Move: 1a\n-=-=\n"],
        "states": states,
        "moves": ["R", "u", "26v3", "5h"],
        "references": [
            "bloxorz/1-5,9",
            "sokoban/uit/16",
            "freecell/31465",
            "maps.xsb#3",
            "freecell",
        ],
        "solvers": [
            "wastar:weight=3:heuristic=manhattan",
            "mcts:seed=5:depth=3",
            "astar",
            "beam:width=2",
        ],
        "settings": ["pushes", "4", "upright", "raymond", "0", "stays"],
        "requests": [
            '{"type":"open","n":1,"text":"#####\\n#@$.#\\n#####","index":0,"rules":{"cost":"pushes"}}',
            '{"type":"solve","n":7,"run":"r","settings":{"weight":3},"limits":{"seconds":1e3}}',
            '{"type":"macro","n":3,"kind":"push","to":[1,2],"box":[2,3]}',
        ],
        "specs": [path.read_text() for path in shipped().values()],
    }


def _level(name: str) -> Any:
    return load(name).level  # type: ignore[attr-defined]


def mutated(text: str, others: list[str], rng: random.Random) -> str:
    """`text` with some changes; seldom very long."""
    for _ in range(rng.choice((1, 1, 2, 3, 5, 10))):
        at, end = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
        end = min(end, at + rng.choice((1, 1, 1, 5, 50, 5000)))
        match rng.randrange(8):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + rng.choice(WORDS) + text[at:]
            case 2:
                text = text[:at] + rng.choice(WORDS) + text[end:]
            case 3:
                text = text[:at] + text[at:end] * rng.choice((2, 2, 3, 10, 100)) + text[end:]
            case 4:
                other = rng.choice(others)
                text = text[:at] + other[rng.randint(0, len(other)) :]
            case 5:
                text = (
                    text[:at]
                    + chr(rng.choice((rng.randrange(128), rng.randrange(0xD7FF))))
                    + text[end:]
                )
            case 6:
                text = text[:at] + text[at:end][::-1] + text[end:]
            case _:
                text = (
                    text.swapcase()
                    if rng.random() < 0.2
                    else text.replace("\n", rng.choice(WORDS), 1)
                )
        text = text[:200_000]
    if rng.random() < 0.0005:
        text *= max(1, rng.choice((10**5, 10**6, 10**7)) // max(1, len(text)))
    return text
