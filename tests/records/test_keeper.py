"""When a game begins, when it is won, and what does not count."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from unriddle.loading import read
from unriddle.play import Session
from unriddle.records import Keeper, Record, Store

LEVEL = "#######\n#@$ .##\n#     #\n#######\n"


class Player:
    """Plays, and keeps what the keeper tells."""

    def __init__(self, path: Path) -> None:
        self.session: Session[Any, Any] = Session(read(LEVEL, puzzle="sokoban")[0])
        self.store = Store(path / "records.db")
        self.keeper = Keeper(self.session, self.store)

    def moves(self, text: str) -> Record | None:
        told = None
        for move in text:
            self.session.play(move)
            told = self.keeper.note() or told
        return told

    def does(self, what: str) -> Record | None:
        getattr(self.session, what)()
        return self.keeper.note()


def test_a_game_is_kept_when_it_begins_and_when_it_is_won(tmp_path: Path) -> None:
    player = Player(tmp_path)
    begun = player.moves("d")
    assert begun is not None
    assert not begun.solved
    player.does("undo")
    won = player.moves("RR")
    assert won is not None
    assert won.solved
    assert won.id == begun.id
    assert player.store.games() == [won]


def test_a_game_that_goes_on_began_at_some_moment(tmp_path: Path) -> None:
    player = Player(tmp_path)
    player.keeper = Keeper(player.session, player.store, id="1", began="garbage")
    begun = player.moves("d")
    assert begun is not None
    assert player.store.games() == [begun]
    assert begun.id != "1"


def test_what_is_only_made_again_is_no_second_win(tmp_path: Path) -> None:
    player = Player(tmp_path)
    player.moves("RR")
    assert player.does("restart") is None
    player.session.jump(2)
    assert player.session.solved
    assert player.keeper.note() is None
    player.does("restart")
    player.moves("RR")
    assert [one.solved for one in player.store.games()] == [True, True]


def test_a_worse_end_of_the_same_game_changes_nothing(tmp_path: Path) -> None:
    player = Player(tmp_path)
    player.moves("RR")
    player.does("undo")
    player.moves("lrR")
    assert [one.cost for one in player.store.games()] == [2]


def test_a_hint_is_told_until_the_player_starts_again(tmp_path: Path) -> None:
    player = Player(tmp_path)
    assert player.session.hint() is not None
    aided = player.moves("RR")
    assert aided is not None
    assert aided.help == ("hint",)
    player.does("restart")
    player.session.redo()
    assert player.session.help == {"hint"}  # it was made with help
    player.does("restart")
    own = player.moves("RR")
    assert own is not None
    assert own.help == ()


def test_moves_of_others_are_nobodys_record(tmp_path: Path) -> None:
    player = Player(tmp_path)
    for move in "RR":
        player.session.play(move, own=False)
    assert player.session.solved
    assert player.keeper.note() is None
    player.does("undo")
    won = player.moves("R")
    assert won is not None
    assert won.help == ("link",)


def going_on(path: Path) -> Player:
    player = Player(path)
    player.keeper = Keeper.going_on(player.session, player.store)
    return player


def test_who_leaves_a_game_goes_on_with_it(tmp_path: Path) -> None:
    first = Player(tmp_path)
    first.session.take_help("hint")
    begun = first.moves("dur")
    first.session.stopwatch.reset(7)
    first.keeper.leave()
    second = going_on(tmp_path)
    assert "".join(map(str, second.session.moves)) == "duR"
    assert second.session.stopwatch.seconds == 7
    assert second.keeper.note() is None
    won = second.moves("R")
    assert begun is not None
    assert won is not None
    assert (won.id, won.help, won.cost) == (begun.id, ("hint",), 4)
    assert not going_on(tmp_path).session.moves


def test_a_game_on_another_screen_does_not_hide_one_that_was_left(tmp_path: Path) -> None:
    left, other = Player(tmp_path), Player(tmp_path)
    begun = left.moves("d")
    later = other.moves("d")
    assert begun is not None
    assert later is not None
    other.store.keep([replace(later, began="2999-01-01T00:00:00Z")])
    left.keeper.leave()
    assert "".join(map(str, going_on(tmp_path).session.moves)) == "d"


def test_to_leave_a_won_game_takes_no_win_away(tmp_path: Path) -> None:
    player = Player(tmp_path)
    won = player.moves("RR")
    player.does("undo")
    player.keeper.leave()
    assert player.store.games() == [won]


def test_a_game_that_goes_on_in_two_places_loses_no_win(tmp_path: Path) -> None:
    player = Player(tmp_path)
    player.moves("R")
    player.keeper.leave()
    quick, slow, leaver = (going_on(tmp_path) for _ in range(3))
    best = quick.moves("R")
    worse = slow.moves("lrR")
    leaver.keeper.leave()
    assert best is not None
    assert worse is not None
    assert best.id != worse.id
    assert {one.id: one.cost for one in player.store.games()} == {best.id: 2, worse.id: 4}


def test_moves_that_the_rules_refuse_are_not_gone_on_with(tmp_path: Path) -> None:
    player = Player(tmp_path)
    begun = player.moves("d")
    assert begun is not None
    player.store.keep([replace(begun, plan="duuuu", help=("hint",))])
    again = going_on(tmp_path)
    assert not again.session.moves
    assert not again.session.help
    assert again.session.stopwatch.seconds == 0


def test_help_without_a_move_is_not_forgotten_until_a_new_start_or_a_win(tmp_path: Path) -> None:
    first = going_on(tmp_path)
    first.session.take_help("hint")
    first.keeper.note_help()
    first.keeper.leave()
    assert not first.store.games()  # no game has begun
    second = going_on(tmp_path)
    assert second.session.help == {"hint"}
    won = second.moves("RR")
    assert won is not None
    assert won.help == ("hint",)
    third = going_on(tmp_path)
    assert not third.session.help
    third.session.take_help("solver")
    third.keeper.note_help()
    going_on(tmp_path).does("restart")
    assert not going_on(tmp_path).session.help
