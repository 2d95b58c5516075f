"""The native provers: what they prove is true and accepted, and they prove what is true."""

from __future__ import annotations

import signal
import threading
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from generators.freecell import endgames, rules
from generators.sokoban_boards import random_level
from generators.sokoban_crowded_boards import crowded_level
from hypothesis import given, settings
from soundness.bloxorz_styles import STYLES, random_stage

import unriddle
from unriddle import native
from unriddle.core import Limits, Puzzle, Status
from unriddle.engines.freecell import game_of
from unriddle.engines.proving import BOOK, judge, start
from unriddle.judge.certificate import ACTIONS, CARDS, GOALS, LOST, PUSHES, Certificate, Claim
from unriddle.judge.check import check
from unriddle.loading import read
from unriddle.puzzles.bloxorz.rules import Bloxorz
from unriddle.puzzles.freecell.deals import deal
from unriddle.puzzles.freecell.rules import FreeCell, Position, Rules
from unriddle.puzzles.sokoban.rules import Sokoban

pytestmark = pytest.mark.skipif(not native.available, reason=native.why_not)

NO_LIMITS = Limits()
ENDLESS = 10**12
"""Work enough for any judge."""

IMPOSSIBLE = {
    11982: 61_643,
    146692: 8_637,
    186216: 16_606,
    455889: 11_806,
    495505: 27_688,
    512118: 22_490,
    517776: 67_016,
    781948: 4_381,
}
"""The deals among the first million that have no solution, with their positions."""


def truth(puzzle: Puzzle[Any, Any], nodes: int = 20_000_000) -> Status:
    """What a search says that leaves nothing out."""
    run: Any = unriddle.start(puzzle, "bfs", limits=Limits(nodes=nodes))
    status: Status = run.ending()[0]
    return status


def proved(puzzle: Puzzle[Any, Any], form: str) -> tuple[Status, Certificate | None]:
    """How the native prover ends, and its certificate."""
    proving = start(puzzle, form, NO_LIMITS)
    status, stats = proving.ending()
    assert proving.certificate is None or stats.expanded + 1 >= proving.certificate.states
    return status, proving.certificate


@pytest.mark.parametrize("make", [random_level, crowded_level])
def test_sokoban_is_proved_exactly_where_it_is_unsolvable(make: Any) -> None:
    answers: Counter[Status] = Counter()
    for seed in range(400):
        puzzle = Sokoban(make(Random(seed)))
        status, certificate = proved(puzzle, PUSHES)
        assert status is truth(puzzle), seed
        answers[status] += 1
        if certificate is not None:
            assert judge(puzzle, certificate, work=ENDLESS).accepted, seed
            assert check(puzzle, certificate, work=ENDLESS).accepted, seed
    assert min(answers[Status.SOLVED], answers[Status.UNSOLVABLE]) > 50


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("#####\n#@$ #\n#  .#\n#####\n", Claim(LOST, (7,), 6)),
        (
            "#########\n#.$ $ $.#\n#       #\n#   @ . #\n#########\n",
            Claim(GOALS, (11, 13, 15), 10),
        ),
        (
            "##########\n#    **..#\n# $$ **..#\n#@   #####\n##########\n",
            Claim(GOALS, (22,), 11, (15, 16, 25, 26)),
        ),
    ],
)
def test_one_claim_about_the_start_may_be_a_proof(text: str, claim: Claim) -> None:
    (puzzle,) = read(text, puzzle="sokoban")
    status, certificate = proved(puzzle, PUSHES)
    assert status is Status.UNSOLVABLE
    assert certificate is not None
    assert certificate.states == 1
    assert certificate.claims == [claim]
    assert judge(puzzle, certificate, work=1000).accepted
    assert check(puzzle, certificate, work=1000).accepted


def test_bloxorz_is_proved_exactly_where_it_is_unsolvable() -> None:
    answers: Counter[Status] = Counter()
    for seed in range(400):
        random = Random(seed)
        stage = random_stage(random.choice(list(STYLES)), random)
        if stage is None:
            continue
        puzzle = Bloxorz(stage.level, stage.rules)
        status, certificate = proved(puzzle, ACTIONS)
        assert status is truth(puzzle), seed
        answers[status] += 1
        if certificate is not None:
            assert judge(puzzle, certificate, work=ENDLESS).accepted, seed
    assert min(answers[Status.SOLVED], answers[Status.UNSOLVABLE]) > 30


def test_a_large_stage_is_checked_by_default() -> None:
    """It has some states more than the book takes on."""
    side = 15
    rows = [list("#" * side + "....") for _ in range(side)]
    rows[0][0], rows[0][-1] = "@", "!"
    for i, name in enumerate("abcde"):
        rows[2 + 4 * (i % 3)][2 + 4 * (i // 3)] = name.upper()
        rows[side - 1][side - 1 - i] = name
    text = "stage 1\n" + "\n".join(map("".join, rows)) + "\n"
    text += "".join(f"bridge {x} on\nswitch {x.upper()} soft toggle {x}\n" for x in "abcde")
    (puzzle,) = read(text, puzzle="bloxorz")
    result = unriddle.solve(puzzle)
    assert (result.status, result.checked) == (Status.UNSOLVABLE, True)
    assert result.proof is not None
    assert result.proof.judged == result.proof.states > BOOK.states


@given(endgames(left=12, columns=4, cells=1), rules)
@settings(max_examples=150)
def test_freecell_is_proved_exactly_where_it_is_unsolvable(
    position: Position, variant: Rules
) -> None:
    variant = Rules(1 + variant.cells % 2, variant.columns, "none", variant.cost)
    puzzle = FreeCell(position, variant)
    expected = truth(puzzle, nodes=100_000)
    if expected is Status.OUT_OF_NODES:
        return
    status, certificate = proved(puzzle, CARDS)
    assert status is expected
    if certificate is not None:
        assert judge(puzzle, certificate, work=ENDLESS).accepted
        assert check(puzzle, certificate, work=ENDLESS).accepted


@pytest.mark.parametrize("cells", [0, 1, 8])
@pytest.mark.parametrize("columns", [4, 10])
def test_all_tables_have_proofs(cells: int, columns: int) -> None:
    kings = tuple((f"K{suit}", f"Q{suit}")[:: 1 if suit in "CD" else -1] for suit in "CDHS")
    locked = (("QC", "QD", "KC", "KD", "QH", "QS", "KH", "KS"),) + ((),) * (columns - 1)
    for piles in (kings, locked):
        position = Position(piles, (None,) * cells, (11, 11, 11, 11))
        puzzle = FreeCell(position, Rules(cells, columns, "none"))
        status, certificate = proved(puzzle, CARDS)
        assert status is truth(puzzle)
        if certificate is not None:
            assert check(puzzle, certificate, work=ENDLESS).accepted


@pytest.mark.parametrize(("number", "states"), IMPOSSIBLE.items())
def test_impossible_deals_are_proved_and_judged(number: int, states: int) -> None:
    puzzle = FreeCell(deal(number))
    status, certificate = proved(puzzle, CARDS)
    assert status is Status.UNSOLVABLE
    assert certificate is not None
    assert certificate.states == states
    assert judge(puzzle, certificate, work=20 * states).accepted


def test_course_map_17_is_proved_and_judged() -> None:
    puzzle = unriddle.load("sokoban/uit/17")
    status, certificate = proved(puzzle, PUSHES)
    assert status is Status.UNSOLVABLE
    assert certificate is not None
    assert certificate.states < 1000
    assert judge(puzzle, certificate, work=20_000).accepted
    assert check(puzzle, certificate, work=20_000).accepted


def test_a_box_at_home_that_is_cut_off_proves_nothing() -> None:
    """Levels that were once called unsolvable: each can be solved."""
    for text in (
        "########\n#.*    #\n#.*##$ #\n#*## @ #\n#.###  #\n########\n",
        "########\n# .  $+#\n######$#\n#*  * .#\n########\n",
        "#######\n#.$@  #\n##### #\n#.*  *#\n#######\n",
    ):
        (puzzle,) = read(text, puzzle="sokoban")
        assert proved(puzzle, PUSHES) == (Status.SOLVED, None)


def test_a_board_too_large_for_tables_is_proved_all_the_same() -> None:
    """Without claims there would be some hundred million positions."""
    hall = ["#" * 102, *["#" + " " * 100 + "#"] * 49, "#" * 50 + ".." + "#" * 50, "#" * 102]
    square = {(20, 20): "$", (20, 21): "$", (21, 20): "$", (21, 21): "$", (5, 5): ".", (5, 7): "."}
    on_dead_square = {(2, 100): "$"}
    for things, boxes in ((square, 4), (on_dead_square, 1)):
        rows = [list(row) for row in hall]
        for (row, column), thing in (things | {(40, 40): "$", (40, 50): "@", (5, 9): "."}).items():
            rows[row][column] = thing
        (puzzle,) = read("\n".join(map("".join, rows)) + "\n", puzzle="sokoban")
        proving = start(puzzle, PUSHES, Limits(nodes=1000))
        assert proving.ending()[0] is Status.UNSOLVABLE
        certificate = proving.certificate
        assert certificate is not None
        assert [len(claim.boxes) for claim in certificate.claims] == [boxes]
        assert judge(puzzle, certificate, work=1000).accepted


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (Limits(nodes=500), Status.OUT_OF_NODES),
        (Limits(mebibytes=0.25), Status.OUT_OF_MEMORY),
        (Limits(seconds=1e-9), Status.OUT_OF_TIME),
    ],
)
@pytest.mark.parametrize("name", ["freecell/11982", "sokoban/uit/18"])
def test_limits_end_a_prover(name: str, limits: Limits, expected: Status) -> None:
    puzzle = unriddle.load(name)
    proving = start(puzzle, CARDS if isinstance(puzzle, FreeCell) else PUSHES, limits)
    assert proving.ending()[0] is expected
    assert proving.certificate is None


def test_limits_hold_within_a_position() -> None:
    rows = ["#" * 70, "#@$ ." + " " * 64 + "#", *["#" + " " * 68 + "#"] * 66, "#" * 70]
    (puzzle,) = read("\n".join(rows), puzzle="sokoban")
    status, stats = start(puzzle, PUSHES, Limits(seconds=1e-9)).ending()
    assert (status, stats.expanded) == (Status.OUT_OF_TIME, 0), "the first one was finished"


def test_an_observer_can_stop_a_prover() -> None:
    puzzle = FreeCell(deal(23, columns=10), Rules(cells=0, columns=10))  # takes very long
    proving = start(puzzle, CARDS, Limits(mebibytes=500))
    for stats in proving:
        if stats.expanded:
            proving.stop()
    assert proving.ending()[0] is Status.STOPPED
    assert proving.certificate is None


def test_ctrl_c_ends_a_prover() -> None:
    begun = threading.Event()

    def watch() -> bool:
        begun.set()
        return False

    def press_ctrl_c() -> None:
        begun.wait()
        signal.raise_signal(signal.SIGINT)

    finger = threading.Thread(target=press_ctrl_c)
    finger.start()
    with pytest.raises(KeyboardInterrupt):
        _core_prove(watch)
    finger.join()


def test_an_error_of_an_observer_is_heard() -> None:
    def watch() -> bool:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        _core_prove(watch)


def _core_prove(watch: Callable[[], bool]) -> None:
    """Prove what takes very long."""
    from unriddle.native import _core

    game = game_of(FreeCell(deal(23, columns=10), Rules(cells=0, columns=10)))
    game.prove(_core.Limits(bytes=2**29)).wait(None, watch)
