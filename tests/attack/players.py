"""Pages that play while somebody attacks the server, in a process of their own.

    python players.py ADDRESS PAGES SECONDS

Every page makes a move and takes it back, about once a second. Prints, as JSON, when each move was
asked for and how long its answer took.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

LEVELS = ("bloxorz/5", "sokoban/uit/8", "freecell/617")


async def play(address: str, index: int, until: float, moves: list[tuple[float, float]]) -> None:
    """One page; a move without an answer counts as one that took for ever."""
    rng = random.Random(index)
    target = address.replace("http", "ws", 1) + "socket"
    started = time.time()
    try:
        async with connect(target, origin=address.rstrip("/"), max_size=None) as socket:  # type: ignore[arg-type]

            async def ask(number: int, **fields: object) -> dict[str, object]:
                await socket.send(json.dumps({"n": number, **fields}))
                while True:
                    answer: dict[str, object] = json.loads(await socket.recv())
                    if answer.get("re") == number:
                        return answer

            opened = await ask(1, type="open", id=LEVELS[index % len(LEVELS)])
            legal = opened["legal"]
            assert isinstance(legal, list)
            number = 1
            await asyncio.sleep(rng.random())
            while time.time() < until:
                number += 1
                started = time.time()
                if number % 2:
                    answer = await ask(number, type="undo")
                else:
                    answer = await ask(number, type="move", move=legal[0])
                assert answer["type"] == "position", answer
                moves.append((started, time.time() - started))
                await asyncio.sleep(0.5 + rng.random())
    except (OSError, WebSocketException, TimeoutError):
        moves.append((started, 1e6))


async def play_all(address: str, pages: int, seconds: float) -> list[tuple[float, float]]:
    """All of them."""
    moves: list[tuple[float, float]] = []
    until = time.time() + seconds
    await asyncio.gather(*(play(address, index, until, moves) for index in range(pages)))
    return moves


if __name__ == "__main__":
    print(json.dumps(asyncio.run(play_all(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))))
