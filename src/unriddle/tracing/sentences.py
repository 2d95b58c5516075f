"""One sentence a step, in English and in Vietnamese: templates that the values of a step fill.

A sentence has two parts: how the node was chosen, which each search says in its own way, and what
became of its successors.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

Words = dict[str, str]
"""A text by language."""

LANGUAGES = ("en", "vi")

_OPENINGS: Mapping[str, Words] = {
    "queue": {"en": "Takes {board}, the oldest that waits", "vi": "Lấy {board}, nút chờ lâu nhất"},
    "stack": {"en": "Takes {board}, the top of the stack", "vi": "Lấy {board} ở đỉnh ngăn xếp"},
    "astar": {
        "en": "Takes {board} with f = {f} = {g} + {h}, the smallest",
        "vi": "Lấy {board} với f = {f} = {g} + {h}, nhỏ nhất",
    },
    "wastar": {
        "en": "Takes {board} with f = {f} = {g} + {weight} · {h}, the smallest",
        "vi": "Lấy {board} với f = {f} = {g} + {weight} · {h}, nhỏ nhất",
    },
    "ucs": {
        "en": "Takes {board} with f = g = {g}, the smallest",
        "vi": "Lấy {board} với f = g = {g}, nhỏ nhất",
    },
    "greedy": {
        "en": "Takes {board} with f = h = {h}, the smallest",
        "vi": "Lấy {board} với f = h = {h}, nhỏ nhất",
    },
    "deepening": {
        "en": "Limit {limit}: takes {board} at depth {depth}",
        "vi": "Giới hạn {limit}: lấy {board} ở độ sâu {depth}",
    },
    "bound": {
        "en": "Bound {bound}: takes {board} with f = {f} = {g} + {h}",
        "vi": "Ngưỡng {bound}: lấy {board} với f = {f} = {g} + {h}",
    },
    "layers": {
        "en": "Layer {layer}, {place} of {kept}: expands {board}",
        "vi": "Lớp {layer}, {place} trên {kept}: mở rộng {board}",
    },
    "climb": {"en": "Stands on {board}, cost so far {g}", "vi": "Đứng ở {board}, chi phí {g}"},
    "bursts": {
        "en": "Burst {burst}, ply {ply} of {plies}: takes {board}",
        "vi": "Đợt {burst}, tầng {ply} trên {plies}: lấy {board}",
    },
    "own": {"en": "Expands {board}", "vi": "Mở rộng {board}"},
}
_CHANGES: Mapping[str, Words] = {
    "many": {
        "en": "{new} of {all} successors are new.",
        "vi": "{new} trên {all} trạng thái kế là mới.",
    },
    "all": {
        "en": "its {all} successors are all new.",
        "vi": "cả {all} trạng thái kế đều mới.",
    },
    "one": {
        "en": "1 of {all} successors is new.",
        "vi": "1 trên {all} trạng thái kế là mới.",
    },
    "only": {
        "en": "its only successor is new.",
        "vi": "trạng thái kế duy nhất là mới.",
    },
    "cheaper": {
        "en": "successors: {all}, new: {new}, known but cheaper now: {cheaper}.",
        "vi": "trạng thái kế: {all}, mới: {new}, đã biết nhưng nay rẻ hơn: {cheaper}.",
    },
    "none": {
        "en": "none of its {all} successors goes on.",
        "vi": "không đi tiếp qua trạng thái nào trong {all} trạng thái kế.",
    },
    "lost": {
        "en": "its only successor does not go on.",
        "vi": "không đi tiếp qua trạng thái kế duy nhất.",
    },
    "leaf": {"en": "it has no successors.", "vi": "không có trạng thái kế nào."},
    "goal": {"en": "a successor is a goal.", "vi": "một trạng thái kế là đích."},
}
_FOLLOWED: Mapping[str, Words] = {
    "many": {
        "en": "{new} of {all} successors go on.",
        "vi": "đi tiếp qua {new} trên {all} trạng thái kế.",
    },
    "all": {
        "en": "its {all} successors all go on.",
        "vi": "đi tiếp qua cả {all} trạng thái kế.",
    },
    "one": {
        "en": "1 of {all} successors goes on.",
        "vi": "đi tiếp qua 1 trên {all} trạng thái kế.",
    },
    "only": {
        "en": "its only successor goes on.",
        "vi": "đi tiếp qua trạng thái kế duy nhất.",
    },
}
"""The same of a search that does not know which states are new: it forgets them."""
_REASONS: Mapping[str, Words] = {
    "known": {"en": "known already", "vi": "đã biết"},
    "dead": {"en": "no goal can be reached", "vi": "không thể tới đích"},
    "depth": {"en": "too deep", "vi": "quá sâu"},
    "bound": {"en": "over the bound", "vi": "quá ngưỡng"},
    "cycle": {"en": "back on its own path", "vi": "đã có trên đường đi"},
}
"""Why no successor goes on, where it is the same for all, by their fate."""
_STEPS_ON: Words = {
    "en": "Stands on {board} with h = {here}; steps on to h = {best}.",
    "vi": "Đứng ở {board} với h = {here}; bước tới h = {best}.",
}
_WHOLE: Mapping[str, Words] = {
    "tree.many": {
        "en": "Adds {board} to the tree and plays {simulated} moves at random from it: "
        "reward {reward}.",
        "vi": "Thêm {board} vào cây rồi đi ngẫu nhiên {simulated} nước: thưởng {reward}.",
    },
    "tree.one": {
        "en": "Adds {board} to the tree and plays one move at random from it: reward {reward}.",
        "vi": "Thêm {board} vào cây rồi đi ngẫu nhiên một nước: thưởng {reward}.",
    },
    "tree.none": {
        "en": "Adds {board} to the tree, from which no move can be played: reward {reward}.",
        "vi": "Thêm {board} vào cây, từ đó không đi được nước nào: thưởng {reward}.",
    },
    "climb.one": _STEPS_ON,
    "climb.only": _STEPS_ON,
    "climb.lost": {
        "en": "Stands on {board} with h = {here}; its only successor is no better: stuck.",
        "vi": "Đứng ở {board} với h = {here}; trạng thái kế duy nhất không tốt hơn: mắc kẹt.",
    },
    "climb.leaf": {
        "en": "Stands on {board} with h = {here}; it has no successors: stuck.",
        "vi": "Đứng ở {board} với h = {here}; không có trạng thái kế nào: mắc kẹt.",
    },
    "climb.none": {
        "en": "Stands on {board} with h = {here}; none of its {all} successors is better: stuck.",
        "vi": "Đứng ở {board} với h = {here}; không trạng thái nào trong {all} tốt hơn: mắc kẹt.",
    },
}
_ENDS: Mapping[str, Words] = {
    "solved": {
        "en": "{board} is a goal: solved, cost {cost}.",
        "vi": "{board} là đích: đã giải, chi phí {cost}.",
    },
    "unsolvable": {
        "en": "Nothing is left to look at: there is no solution.",
        "vi": "Không còn gì để xét: không có lời giải.",
    },
    "gave up": {
        "en": "The search gives up here; it has not looked everywhere, so nothing is proved.",
        "vi": "Thuật toán bỏ cuộc; nó chưa xét hết nên chưa chứng minh được gì.",
    },
    "out of nodes": {
        "en": "The trace ends at its limit, step {expanded}; nothing is proved.",
        "vi": "Dừng sau {expanded} lần mở rộng, giới hạn của bản ghi; chưa chứng minh được gì.",
    },
    "out of time": {
        "en": "Out of time at step {expanded}; nothing is proved.",
        "vi": "Hết thời gian sau {expanded} lần mở rộng; chưa chứng minh được gì.",
    },
    "out of memory": {
        "en": "Out of memory at step {expanded}; nothing is proved.",
        "vi": "Hết bộ nhớ sau {expanded} lần mở rộng; chưa chứng minh được gì.",
    },
    "stopped": {
        "en": "Stopped at step {expanded}; nothing is proved.",
        "vi": "Đã dừng sau {expanded} lần mở rộng; chưa chứng minh được gì.",
    },
}

_VIETNAMESE = {
    "step": "bước",
    "after": "sau",
    "of": "trên",
    "with": "với",
    "as": "như",
    "open": "mở",
    "closed": "đóng",
    "limit": "giới hạn",
    "iteration": "vòng lặp",
    "depth": "độ sâu",
    "bound": "ngưỡng",
    "next bound": "ngưỡng kế tiếp",
    "layer": "lớp",
    "place": "vị trí",
    "kept": "giữ lại",
    "width": "độ rộng",
    "burst": "đợt",
    "ply": "tầng",
    "plies": "số tầng",
    "queue": "hàng đợi",
    "stack": "ngăn xếp",
    "record": "sổ",
    "reward": "thưởng",
    "simulation": "mô phỏng",
    "simulated": "số nước mô phỏng",
}
_FATES = {
    "new": "mới",
    "cheaper": "rẻ hơn",
    "known": "đã biết",
    "dead": "ngõ cụt",
    "bound": "quá ngưỡng",
    "depth": "quá sâu",
    "worse": "kém hơn",
    "cut": "bỏ qua",
    "cycle": "lặp lại",
    "untried": "chưa thử",
}
"""Names of the format in Vietnamese; in English they are words themselves."""


def word(name: str, language: str) -> str:
    """A name of the format, or another word beside the sentences."""
    plain = name.replace("_", " ")
    return _VIETNAMESE.get(plain, plain) if language == "vi" else plain


def fate_word(fate: str, language: str) -> str:
    """What became of a successor, in a word."""
    return _FATES.get(fate, fate) if language == "vi" else fate


def templates(opening: str, *, single: bool = False, forgets: bool = False) -> dict[str, Words]:
    """The sentences of a search that begin in this way, by name, and those of its end.

    `single` is for a search that has only one node in hand, `forgets` for one that does not know
    the states that it has seen.
    """
    if opening not in _OPENINGS:
        whole = {name: words for name, words in _WHOLE.items() if name.startswith(f"{opening}.")}
        return {**whole, **_ENDS}
    found: dict[str, Words] = {}
    for change, words in {**_CHANGES, **(_FOLLOWED if forgets else {})}.items():
        found[change] = words
        if change in ("none", "lost"):
            for fate, reason in _REASONS.items():
                found[f"{change}.{fate}"] = {
                    language: f"{words[language][:-1]}: {reason[language]}."
                    for language in LANGUAGES
                }
    told = {
        f"{opening}.{change}": {
            language: f"{_OPENINGS[opening][language]}; {words[language]}" for language in LANGUAGES
        }
        for change, words in found.items()
    }
    if single:
        told |= {name: words for name, words in _WHOLE.items() if name in told}
    return {**told, **_ENDS}


def change_of(fates: Mapping[str, int]) -> str:
    """What became of the successors of a node, none of them a goal: a part of a sentence's name."""
    every, new = sum(fates.values()), fates.get("new", 0)
    if fates.get("cheaper"):
        return "cheaper"
    if new == every:
        return "all" if new > 1 else "only" if new else "leaf"
    if new:
        return "many" if new > 1 else "one"
    change = "none" if every > 1 else "lost"
    fate = next(iter(fates))
    return f"{change}.{fate}" if len(fates) == 1 and fate in _REASONS else change


def place(node: Mapping[str, Any]) -> str:
    """What a sentence calls a node: its squares, counted from 1, or its number."""
    places = node.get("places")
    if not places:
        return f"#{node['id']}"
    return "-".join(f"({row + 1},{column + 1})" for row, column in places)


def filled(template: str, line: Mapping[str, Any], node: Mapping[str, Any]) -> str:
    """A sentence of a step or of the end, whose node is `node`."""
    known = {**(line.get("instrument") or {}), **node, **(line.get("values") or {})}
    if node:
        known["board"] = place(node)
    # What is not known is left open: traces of other programs need not say everything.
    return template.format_map(defaultdict(lambda: "?", known))
