"""`unriddle prove` and `unriddle check` with proofs."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from judge.proofs import BLOCKED, ISLANDS, NARROW
from test_checking import Said

from unriddle import native
from unriddle.cli import run
from unriddle.core import Status
from unriddle.engines import proving
from unriddle.judge.check import Judgement


@pytest.fixture
def narrow(tmp_path: Path) -> Path:
    path = tmp_path / "narrow.xsb"
    path.write_text(NARROW)
    return path


def code(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    number = run([str(word) for word in words])
    told = capsys.readouterr()
    assert "Traceback" not in told.out + told.err
    return number, told.out, told.err


def test_a_proof_is_written_and_judged(
    capsys: pytest.CaptureFixture[str], narrow: Path, tmp_path: Path
) -> None:
    file = tmp_path / "narrow.proof"
    number, out, err = code(capsys, "prove", narrow, "--out", file)
    assert number == 10
    assert "unsolvable, proof checked: " in out
    assert f"bytes written to {file}" in err
    number, out, err = code(capsys, "check", narrow, file)
    assert (number, err) == (10, "")
    assert "unsolvable, proof checked: " in out
    number, out, _ = code(capsys, "check", narrow, file, "--json")
    record = json.loads(out)
    assert (number, record["accepted"], record["reason"]) == (10, True, None)
    assert record["states"] == record["judged"] > 0


def test_json_says_what_was_done(
    capsys: pytest.CaptureFixture[str], narrow: Path, tmp_path: Path
) -> None:
    file = tmp_path / "narrow.proof"
    number, out, _ = code(capsys, "prove", narrow, "--out", file, "--json")
    record = json.loads(out)
    assert number == 10
    assert (record["status"], record["checked"]) == ("unsolvable", True)
    assert record["bytes"] == file.stat().st_size
    number, out, _ = code(capsys, "prove", "bloxorz/1", "--json")
    record = json.loads(out)
    assert (number, record["status"], record["checked"]) == (0, "solved", False)


def test_what_can_be_solved_is_not_proved(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "none.proof"
    number, out, _ = code(capsys, "prove", "sokoban/uit/5", "--out", file)
    assert number == 0
    assert "can be solved" in out
    assert not file.exists()


def test_limits_end_it(capsys: pytest.CaptureFixture[str], narrow: Path, tmp_path: Path) -> None:
    file = tmp_path / "none.proof"
    for limit, expected in (("--nodes=1", 24), ("--time=0.0000001", 23)):
        number, out, _ = code(capsys, "prove", "freecell/11982", limit, "--out", file)
        assert number == expected
        assert "nothing is proved" in out
        assert not file.exists()


def test_wrong_proofs_are_refused_with_the_reason(
    capsys: pytest.CaptureFixture[str], narrow: Path, tmp_path: Path
) -> None:
    file = tmp_path / "narrow.proof"
    code(capsys, "prove", narrow, "--out", file)
    number, out, _ = code(capsys, "check", "sokoban/uit/17", file)
    assert number == 12
    assert "refused, it proves nothing: it is about another level" in out
    number, out, _ = code(capsys, "check", "bloxorz/1", file, "--json")
    assert number == 12
    assert json.loads(out)["reason"] == "it is about sokoban, not bloxorz"
    stage = tmp_path / "islands.txt"
    stage.write_text(ISLANDS)
    code(capsys, "prove", stage, "--out", file)
    lines = gzip.decompress(file.read_bytes()).decode().splitlines()
    states = next(line for line in lines if line.startswith("states "))
    fewer = f"states {int(states.split()[1]) - 1}"
    shorter = "\n".join(fewer if line == states else line for line in lines[:-1]) + "\n"
    damaged = tmp_path / "damaged.proof"
    damaged.write_text(shorter)  # a proof need not be packed
    number, out, _ = code(capsys, "check", stage, damaged)
    assert number == 12
    assert "neither kept nor covered" in out
    damaged.write_text(shorter.replace("moves actions", "moves odd"))
    number, out, err = code(capsys, "check", stage, damaged)
    assert (number, out) == (33, "")
    assert f"{damaged}: line 4: moves are" in err
    assert "hint: " in err


def test_a_stage_and_a_position_are_proved_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    stage, blocked = tmp_path / "islands.txt", tmp_path / "blocked.xsb"
    stage.write_text(ISLANDS)
    blocked.write_text(BLOCKED)
    for level, options in ((stage, ()), (stage, ("--parked", "falls")), (blocked, ())):
        file = tmp_path / "proof"
        assert code(capsys, "prove", level, "--out", file, *options)[0] == 10
        assert code(capsys, "check", level, file, *options)[0] == 10
    assert code(capsys, "prove", stage, "--out", file)[0] == 10
    number, out, _ = code(capsys, "check", stage, file, "--parked", "falls")
    assert number == 12
    assert "other rules" in out


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("presses", [1, 2])
def test_ctrl_c_while_it_is_judged_keeps_what_is_proved(
    presses: int,
    capsys: pytest.CaptureFixture[str],
    narrow: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judge = proving.judge

    def pressed(*words: Any, **how: Any) -> Judgement:
        for _ in range(presses):
            os.kill(os.getpid(), signal.SIGINT)
        return judge(*words, **how)

    monkeypatch.setattr(proving, "judge", pressed)
    file = tmp_path / "narrow.proof"
    number, out, err = code(capsys, "prove", narrow, "--out", file)
    assert number == 130
    if presses == 1:
        assert re.search(r"unsolvable, not checked \(stopped after 0 of \d+ states? of the pr", out)
    else:
        assert err.endswith("interrupted\n")
    monkeypatch.undo()
    assert code(capsys, "check", narrow, file)[0] == 10
    monkeypatch.setattr(proving, "judge", pressed)
    number, out, _ = code(capsys, "prove", narrow, "--json")
    assert number == 130
    if presses == 1:
        record = json.loads(out)
        assert (record["status"], record["checked"], record["judged"]) == ("stopped", False, 0)


def in_a_huge_frame(text: str, side: int = 150) -> str:
    """The level somewhere in a board of walls that no default solver takes."""
    rows = [list("#" * side) for _ in range(side)]
    for row, line in enumerate(text.strip("\n").splitlines(), start=70):
        rows[row][70 : 70 + len(line)] = line
    return "\n".join(map("".join, rows)) + "\n"


def test_levels_too_large_for_the_default_solver(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    level, file = tmp_path / "huge.xsb", tmp_path / "proof"
    level.write_text(in_a_huge_frame(NARROW))
    number, out, _ = code(capsys, "prove", level, "--out", file)
    assert number == 10
    assert "unsolvable, proof checked: " in out
    assert code(capsys, "check", level, file)[0] == 10
    level.write_text(in_a_huge_frame("#######\n#@ $ .#\n#######\n"))
    number, out, _ = code(capsys, "prove", level)
    assert number == 0
    assert "nothing to prove: solved in 3 moves (2 pushes), proved optimal" in out
    if not native.available:
        return  # the textbook solver is the default one, and it finds what it finds
    number, out, _ = code(capsys, "prove", level, "--nodes", "1")
    assert number == 24
    assert "out of nodes after 1 state of the proof; nothing is proved" in out
    monkeypatch.setattr("unriddle.cli.prove.start", lambda *_, **__: Said(Status.OUT_OF_TIME))
    number, out, _ = code(capsys, "prove", level)
    assert number == 23
    assert "a goal was met, so there is nothing to prove; out of time before a plan" in out
    monkeypatch.setattr("unriddle.cli.prove.start", lambda *_, **__: Said(Status.UNSOLVABLE))
    number, _, err = code(capsys, "prove", level)
    assert number == 1
    assert "a goal can be reached" in err


def test_files_that_cannot_be_written_are_refused_at_once(
    capsys: pytest.CaptureFixture[str], narrow: Path, tmp_path: Path
) -> None:
    for out in (tmp_path, tmp_path / "absent" / "proof", "-"):
        number, _, err = code(capsys, "prove", narrow, "--out", out)
        assert number == 33
        assert "cannot" in err
