"""Pages that play while somebody attacks the server, in a process of their own.

    python players.py ADDRESS PAGES SECONDS

Every page makes a move and takes it back, about once a second. Prints a line when all have come,
and at the end, as JSON, when each move was asked for and how long its answer took.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from itertools import cycle

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

LEVELS = ("bloxorz/5", "sokoban/uit/8", "freecell/617")


class Page:
    """One page, and how it talks to the server."""

    def __init__(self, address: str, index: int) -> None:
        self._address = address
        self._index = index
        self._asked = 0

    async def come(self) -> None:
        """Open a level, however long that takes."""
        target = self._address.replace("http", "ws", 1) + "socket"
        origin = Origin(self._address.rstrip("/"))
        self._socket = await connect(
            target, origin=origin, max_size=None, open_timeout=None, ping_timeout=None
        )
        opened = await self._ask(type="open", id=LEVELS[self._index % len(LEVELS)])
        legal = opened["legal"]
        assert isinstance(legal, list)
        self._move = legal[0]

    async def play(self, until: float, moves: list[tuple[float, float]]) -> None:
        """Move, and take it back; a move without an answer counts as one that took for ever."""
        rng = random.Random(self._index)
        await asyncio.sleep(rng.random())
        started = time.time()
        try:
            for request in cycle(({"type": "move", "move": self._move}, {"type": "undo"})):
                started = time.time()
                if started > until:
                    break
                answer = await self._ask(**request)
                assert answer["type"] == "position", answer
                moves.append((started, time.time() - started))
                await asyncio.sleep(0.5 + rng.random())
        except (OSError, WebSocketException):
            moves.append((started, 1e6))
        await self._socket.close()

    async def _ask(self, **fields: object) -> dict[str, object]:
        self._asked += 1
        await self._socket.send(json.dumps({"n": self._asked, **fields}))
        while True:
            answer: dict[str, object] = json.loads(await self._socket.recv())
            if answer.get("re") == self._asked:
                return answer


async def play_all(address: str, pages: int, seconds: float) -> list[tuple[float, float]]:
    """All of them."""
    players = [Page(address, index) for index in range(pages)]
    await asyncio.gather(*(player.come() for player in players))
    print("all have come", flush=True)
    moves: list[tuple[float, float]] = []
    until = time.time() + seconds
    await asyncio.gather(*(player.play(until, moves) for player in players))
    return moves


if __name__ == "__main__":
    print(json.dumps(asyncio.run(play_all(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))))
