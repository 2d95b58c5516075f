"""A game of a page: a `Session`, and what a page gets to see of it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence, Sized
from dataclasses import fields, is_dataclass
from typing import Any, get_args

from unriddle.catalog import AnyPuzzle, entry_of, rules_in_force
from unriddle.catalog.own import is_own
from unriddle.core import BadInput, IllegalMove, plain
from unriddle.loading import squares_of
from unriddle.outlook import Outlook
from unriddle.play import Help, Session
from unriddle.records import Keeper, Record, Store, bests, content_of, key_of
from unriddle.records.record import MOST_SECONDS
from unriddle.web import limits, macro_move
from unriddle.web.executor import AdviceRuns
from unriddle.web.scenes import Json, scene_of


class Game:
    """One game that a page plays; its answers are JSON values."""

    def __init__(self, puzzle: AnyPuzzle, *, shipped: bool, store: Store | None = None) -> None:
        """Without a store, the page alone keeps what was played."""
        entry = entry_of(puzzle)
        assert entry is not None
        self.session: Session[Any, Any] = Session(puzzle)
        self.puzzle: AnyPuzzle = self.session.puzzle
        self.entry = entry
        self.advice = AdviceRuns()
        """The searches about the position, which are of no use when it changes."""
        self.optimum_runs = AdviceRuns()
        """The search for the optimum of the level."""
        self.hint_runs = AdviceRuns()
        self.hinted: Any = None
        """The state that the last hint is for: an outlook on the same one does not stop it."""
        self._store = store
        self._keeper = Keeper(self.session, store)
        self.optimum: Outlook[Any] | None = None
        """What a solution costs at least, once the page has asked."""
        self._scene = scene_of(puzzle)
        self._shipped = shipped
        self._fall: Json | None = None
        self._gestures: dict[int, int] = {}
        """What one gesture did: the number of its last move, and of moves before it."""
        self._bytes: list[int] = []
        """What each move has added to the memory that the game takes."""
        self._squares = squares_of(puzzle)

    @property
    def is_quick(self) -> bool:
        """Is a move told in a millisecond or two?"""
        return self._squares + len(self._bytes) < limits.QUICK and not is_own(self.entry)

    def opening(self) -> Json:
        """What is sent once: the level, its names, the rules, and the position."""
        return {
            "puzzle": self.entry.name,
            "board": self._scene.board,
            "id": self.puzzle.name if self._shipped else "",
            "name": self.puzzle.name,
            "title": self.puzzle.title,
            "rules": rules_in_force(self.puzzle),
            "unit": self.puzzle.cost_unit,
            "level": self._scene.level(self.puzzle),
            "initial": self._scene.state(self.puzzle, self.puzzle.initial),
            "content": content_of(self.puzzle),
            "key": (key := key_of(self.puzzle)),
            "bests": [one.as_json() for one in bests(self._kept(key)).values()],
            **self.position(),
        }

    def _kept(self, key: str) -> list[Record]:
        return self._store.games(key) if self._store else []

    def position(self, steps: Iterable[Json] = ()) -> Json:
        """Where the game is, and how it came there since the last time."""
        session, puzzle = self.session, self.puzzle
        state, moves = session.state, session.moves
        record = self._keeper.note()
        return {
            "state": self._scene.state(puzzle, state),
            "text": plain(self.entry.notation.draw(puzzle, state)),
            "legal": [str(move) for move in session.legal()],
            "tries": [] if session.lost else [str(move) for move in puzzle.tries(state)],
            "lost": session.lost,
            "fall": self._fall if session.lost else None,
            "solved": session.solved,
            "moves": [str(move) for move in moves],
            "written": self.entry.notation.format_plan(moves),
            "fatal": str(session.fatal) if session.lost else "",
            "counts": session.counts,
            "canUndo": bool(moves or session.lost),
            "canRedo": session.can_redo,
            "steps": list(steps),
            "help": sorted(session.help),
            "seconds": round(session.stopwatch.seconds, 1),
            "record": record.as_json() if record else None,
        }

    def move(self, text: str) -> Json:
        """Play a move as people write it; raises `IllegalMove` or `BadInput`."""
        return self.position(self._play([self._meant(text)]))

    def macro(self, message: Json) -> Json:
        """Do what a gesture asked for; raises `IllegalMove` or `BadInput`."""
        start = len(self.session.moves)
        steps = self._play(macro_move.find(self.puzzle, self.session.state, message))
        self._gestures[len(self.session.moves)] = start
        return self.position(steps)

    def reach(self, message: Json) -> Json:
        """Where a piece can be brought; raises `BadInput`."""
        if self._scene.reach is None:
            raise BadInput("no piece of this puzzle is brought anywhere alone")
        return self._scene.reach(self.puzzle, self.session.state, message)

    def replay(self, moves: str, game: Json | None = None) -> None:
        """Make the moves of a text; raises `IllegalMove` or `BadInput`.

        If `game` says which game the page had here, with the help it had, the player goes on with
        it. Otherwise the moves are somebody else's.
        """
        game = game or {}
        if is_own := bool(game):
            self.session.take_help(*_helps(game, "help"))
        for _ in self._make(self.entry.notation.parse_plan(moves), own=is_own):
            pass
        cost = game.get("wonBy")
        self._keeper = Keeper(
            self.session,
            self._store,
            id=_text(game, "id"),
            began=_text(game, "began"),
            won=(cost, _helps(game, "wonWith")) if isinstance(cost, int) else None,
        )
        seconds = game.get("seconds")
        if isinstance(seconds, int | float) and 0 <= seconds < MOST_SECONDS:
            self.session.stopwatch.reset(seconds)
        else:
            self.session.stopwatch.reset()

    def undo(self, *, single: bool = False) -> Json:
        """Take back what the player did last, a gesture or a run of moves; or a `single` move."""
        session = self.session
        if single or session.lost or not session.moves:
            session.undo()
        else:
            session.jump(self._turn_of(len(session.moves)))
        return self.position()

    def redo(self, *, single: bool = False) -> Json:
        """Make again what was taken back last, or a `single` move of it."""
        steps = []
        session = self.session
        start = len(session.moves)
        while True:
            before = session.state
            if not session.redo():
                break
            if self._turn_of(len(session.moves)) > start:  # this one belongs to the next turn
                session.undo()
                break
            steps.append(self.step(before, session.moves[-1], session.state))
            if single:
                break
        return self.position(steps)

    def _turn_of(self, count: int) -> int:
        """How many moves were made before the turn that ended with the move of this number."""
        moves = self.session.moves
        for end, start in self._gestures.items():
            if start < count <= end:
                return start
        start = count - 1
        while (
            start > 0
            and start not in self._gestures
            and self._scene.is_run(moves[start - 1], moves[start])
        ):
            start -= 1
        return start

    def restart(self) -> Json:
        """Take everything back."""
        self.session.restart()
        return self.position()

    def jump(self, count: int) -> Json:
        """Go to another moment of the game."""
        self.session.jump(max(0, count))
        return self.position()

    def set_away(self, *, away: bool) -> Json:
        """The player looks away, or comes back: seconds without a player do not count."""
        if away:
            self.session.stopwatch.pause()
        elif self.session.moves and not self.session.solved:
            self.session.stopwatch.start()
        return self.position()

    def leave(self) -> None:
        """Stop all that is thought about this game."""
        self.advice.close()
        self.optimum_runs.close()
        self.hint_runs.close()

    def board(self, state: Any) -> Json:
        """Any position of the level: as a page draws it, and as text."""
        text = plain(self.entry.notation.draw(self.puzzle, state))
        return {"state": self._scene.state(self.puzzle, state), "text": text}

    def step(self, before: Any, action: Any, after: Any) -> Json:
        """A legal move as a page animates it."""
        return {
            "move": str(action),
            "state": self._scene.state(self.puzzle, after),
            "did": self._scene.did(self.puzzle, before, action),
        }

    def loss(self, before: Any, action: Any, reason: str) -> Json:
        """A move that loses as a page animates it: all stays as it was, and what falls is told."""
        fall = self._scene.fall
        return {
            "move": str(action),
            "state": self._scene.state(self.puzzle, before),
            "lost": reason,
            "fall": fall(self.puzzle, before, action) if fall else None,
        }

    def frames(
        self, state: Any, actions: Sequence[Any], first: int, count: int, *, lost: str = ""
    ) -> list[Json]:
        """What happens at some moves from a state on, as many as are sent at once.

        Where the last of all loses, `lost` says why.
        """
        frames: list[Json] = []
        things = 0
        for index, action in enumerate(actions[: max(0, first + min(count, limits.PER_ANSWER))]):
            if lost and index == len(actions) - 1:
                return [*frames, self.loss(state, action, lost)]
            before, state = state, self.puzzle.apply(state, action)
            if index >= first:
                frames.append(self.step(before, action, state))
                things += things_in(state)
                if things > limits.THINGS:
                    break
        return frames

    def after(self, moves: str) -> Session[Any, Any]:
        """Another game of this level, with these moves made; raises `IllegalMove` or `BadInput`."""
        other = Game(self.puzzle, shipped=False)
        other.replay(moves)
        return other.session

    def solutions(self, text: str, index: int) -> list[Json]:
        """The solutions that a file holds for this one of its levels, each replayed by the rules.

        Those that solve it have `counts`, the others a `problem`.
        """
        attached = self.entry.attached(text)[index : index + 1]
        found = [one for each in attached for one in each if one.kind != "snapshot"]
        named = dict.fromkeys((one.name[:60], one.moves) for one in found)
        checked = [(name, self._solution(moves)) for name, moves in [*named][: limits.SOLUTIONS]]
        return [{"name": name, **said} for name, said in checked if name or "counts" in said]

    def _solution(self, moves: str) -> Json:
        try:
            session = self.after(moves)
        except BadInput as error:
            return {"plan": moves, "problem": error.problem}
        except IllegalMove as error:
            return {"plan": moves, "problem": str(error)}
        if not session.solved:
            problem = "the moves are legal, but they do not solve the level"
            return {"plan": moves, "problem": problem}
        return {"plan": moves, "counts": session.counts}

    def _play(self, actions: Iterable[Any]) -> list[Json]:
        """Make moves; the steps that led there, or none where they would be too much to send."""
        steps = []
        things = 0
        for before, action, after in self._make(actions):
            things += things_in(after)
            if things <= limits.THINGS:
                steps.append(self.step(before, action, after))
        return steps if things <= limits.THINGS else []

    def _make(self, actions: Iterable[Any], *, own: bool = True) -> Iterator[tuple[Any, Any, Any]]:
        """Make moves until one loses: the position before each, the move, the one after it.

        Raises `IllegalMove`, or `BadInput` if the game gets too long.
        """
        count = len(self.session.moves)
        del self._bytes[count:]
        self._gestures = {end: start for end, start in self._gestures.items() if end <= count}
        used = sum(self._bytes)
        for action in actions:
            if count >= limits.MOVES or used > limits.GAME_BYTES:
                raise BadInput(f"the game has too many moves, {count}", hint="undo or restart")
            before = self.session.state
            if not self.session.play(action, own=own):
                self._fall = self.loss(before, action, self.session.lost)["fall"]
                return
            count += 1
            self._bytes.append(new_bytes(before, self.session.state))
            used += self._bytes[-1]
            yield before, action, self.session.state

    def _meant(self, text: str) -> Any:
        """The move that a page means: a legal one, also in other letters, or any that parses."""
        for candidate in (text, text.lower(), text.upper()):
            for move in self.puzzle.tries(self.session.state):
                if str(move) == candidate:
                    return move
        try:
            return self.entry.notation.parse_move(text)
        except BadInput as error:
            raise IllegalMove(text[:20], error.problem) from error


def _text(fields: Json, name: str) -> str:
    value = fields.get(name, "")
    return value[:64] if isinstance(value, str) else ""


def _helps(fields: Json, name: str) -> tuple[Help, ...]:
    told = fields.get(name)
    return tuple(sorted(one for one in get_args(Help) if isinstance(told, list) and one in told))


def things_in(state: Any) -> int:
    """How many things, such as boxes, a position consists of."""
    return sum(len(part) if isinstance(part, Sized) else 1 for part in _parts(state))


def new_bytes(before: Any, after: Any) -> int:
    """The memory that a position takes beside the one before it, with which it shares parts."""
    kept = {id(part) for part in _parts(before)}
    return 100 + sum(sys.getsizeof(part) for part in _parts(after) if id(part) not in kept)


def _parts(state: Any) -> Iterable[Any]:
    """What a position is made of: the items of a tuple, the fields of an object, or itself."""
    if isinstance(state, tuple):
        return state
    if is_dataclass(state):
        return [getattr(state, field.name) for field in fields(state)]
    return (state,)
