"""A puzzle of your own: the sliding 8-puzzle, solved by every search that unriddle knows."""

from __future__ import annotations

import unriddle

Board = tuple[int, ...]  # nine numbers, row by row; 0 is the gap
MOVES = {"up": -3, "down": 3, "left": -1, "right": 1}  # where the gap goes


class EightPuzzle(unriddle.Puzzle[Board, str]):
    """Slide the tiles until they are in order."""

    goal: Board = (1, 2, 3, 4, 5, 6, 7, 8, 0)

    def __init__(self, board: Board) -> None:
        self.initial = board

    def actions(self, state: Board) -> list[str]:
        row, column = divmod(state.index(0), 3)
        legal = {"up": row > 0, "down": row < 2, "left": column > 0, "right": column < 2}
        return [move for move in MOVES if legal[move]]

    def apply(self, state: Board, action: str) -> Board:
        if action not in self.actions(state):
            raise unriddle.IllegalMove(action, "the gap is at the edge")
        gap = state.index(0)
        other = gap + MOVES[action]
        tiles = list(state)
        tiles[gap], tiles[other] = tiles[other], tiles[gap]
        return tuple(tiles)

    def is_goal(self, state: Board) -> bool:
        return state == self.goal


def rows_and_columns(state: Board) -> int:
    """How far all tiles are from home, which no plan can beat."""
    return sum(
        abs(place // 3 - (tile - 1) // 3) + abs(place % 3 - (tile - 1) % 3)
        for place, tile in enumerate(state)
        if tile
    )


def main() -> None:
    """Solve one board by every search and print how each ended."""
    puzzle = EightPuzzle((1, 2, 3, 7, 4, 6, 0, 5, 8))
    heuristic = unriddle.Heuristic(rows_and_columns, admissible=True)
    limits = unriddle.Limits(seconds=5, nodes=50_000)
    for solver in unriddle.solvers().values():
        chosen = heuristic if solver.informed else None
        result = unriddle.solve(puzzle, solver.name, heuristic=chosen, limits=limits)
        moves = "-" if result.plan is None else len(result.plan)
        proof = ", proved optimal" if result.optimal else ""
        print(f"{solver.name:14} {result.status}, {moves} moves{proof}")


if __name__ == "__main__":
    main()
