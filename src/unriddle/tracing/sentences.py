"""One sentence a step, in English and in Vietnamese: templates that the values of a step fill.

A sentence has two parts: how the node was chosen, which each search says in its own way, and what
became of its successors.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

LANGUAGES = ("en", "vi")
Texts = tuple[str, ...]
"""A text in each of these."""
Words = dict[str, str]
"""The same by language."""

_OPENINGS: Mapping[str, Texts] = {
    "queue": ("Takes {board}, the oldest that waits", "Lấy {board}, nút chờ lâu nhất"),
    "stack": ("Takes {board}, the top of the stack", "Lấy {board} ở đỉnh ngăn xếp"),
    "astar": (
        "Takes {board} with f = {f} = {g} + {h}, the smallest",
        "Lấy {board} với f = {f} = {g} + {h}, nhỏ nhất",
    ),
    "wastar": (
        "Takes {board} with f = {f} = {g} + {weight} · {h}, the smallest",
        "Lấy {board} với f = {f} = {g} + {weight} · {h}, nhỏ nhất",
    ),
    "ucs": (
        "Takes {board} with f = g = {g}, the smallest",
        "Lấy {board} với f = g = {g}, nhỏ nhất",
    ),
    "greedy": (
        "Takes {board} with f = h = {h}, the smallest",
        "Lấy {board} với f = h = {h}, nhỏ nhất",
    ),
    "deepening": (
        "Limit {limit}: takes {board} at depth {depth}",
        "Giới hạn {limit}: lấy {board} ở độ sâu {depth}",
    ),
    "bound": (
        "Bound {bound}: takes {board} with f = {f} = {g} + {h}",
        "Ngưỡng {bound}: lấy {board} với f = {f} = {g} + {h}",
    ),
    "layers": (
        "Layer {layer}, {place} of {kept}: expands {board}",
        "Lớp {layer}, {place} trên {kept}: mở rộng {board}",
    ),
    "climb": ("Stands on {board}, cost so far {g}", "Đứng ở {board}, chi phí {g}"),
    "bursts": (
        "Burst {burst}, ply {ply} of {plies}: takes {board}",
        "Đợt {burst}, tầng {ply} trên {plies}: lấy {board}",
    ),
    "own": ("Expands {board}", "Mở rộng {board}"),
}
_CHANGES: Mapping[str, Texts] = {
    "many": ("{new} of {all} successors are new.", "{new} trên {all} trạng thái kế là mới."),
    "all": ("its {all} successors are all new.", "cả {all} trạng thái kế đều mới."),
    "one": ("1 of {all} successors is new.", "1 trên {all} trạng thái kế là mới."),
    "only": ("its only successor is new.", "trạng thái kế duy nhất là mới."),
    "cheaper": (
        "successors: {all}, new: {new}, known but cheaper now: {cheaper}.",
        "trạng thái kế: {all}, mới: {new}, đã biết nhưng nay rẻ hơn: {cheaper}.",
    ),
    "none": (
        "none of its {all} successors goes on.",
        "không đi tiếp qua trạng thái nào trong {all} trạng thái kế.",
    ),
    "lost": ("its only successor does not go on.", "không đi tiếp qua trạng thái kế duy nhất."),
    "leaf": ("it has no successors.", "không có trạng thái kế nào."),
    "goal": ("a successor is a goal.", "một trạng thái kế là đích."),
}
_FOLLOWED: Mapping[str, Texts] = {
    "many": ("{new} of {all} successors go on.", "đi tiếp qua {new} trên {all} trạng thái kế."),
    "all": ("its {all} successors all go on.", "đi tiếp qua cả {all} trạng thái kế."),
    "one": ("1 of {all} successors goes on.", "đi tiếp qua 1 trên {all} trạng thái kế."),
    "only": ("its only successor goes on.", "đi tiếp qua trạng thái kế duy nhất."),
}
"""The same of a search that does not know which states are new: it forgets them."""
_REASONS: Mapping[str, Texts] = {
    "known": ("known already", "đã biết"),
    "dead": ("no goal can be reached", "không thể tới đích"),
    "depth": ("too deep", "quá sâu"),
    "bound": ("over the bound", "quá ngưỡng"),
    "cycle": ("back on its own path", "đã có trên đường đi"),
}
"""Why no successor goes on, where it is the same for all, by their fate."""
_STEPS_ON: Texts = (
    "Stands on {board} with h = {here}; steps on to h = {best}.",
    "Đứng ở {board} với h = {here}; bước tới h = {best}.",
)
_WHOLE: Mapping[str, Texts] = {
    "tree.many": (
        "Adds {board} to the tree and plays {simulated} moves at random from it: reward {reward}.",
        "Thêm {board} vào cây rồi đi ngẫu nhiên {simulated} nước: thưởng {reward}.",
    ),
    "tree.one": (
        "Adds {board} to the tree and plays one move at random from it: reward {reward}.",
        "Thêm {board} vào cây rồi đi ngẫu nhiên một nước: thưởng {reward}.",
    ),
    "tree.none": (
        "Adds {board} to the tree, from which no move can be played: reward {reward}.",
        "Thêm {board} vào cây, từ đó không đi được nước nào: thưởng {reward}.",
    ),
    "climb.one": _STEPS_ON,
    "climb.only": _STEPS_ON,
    "climb.lost": (
        "Stands on {board} with h = {here}; its only successor is no better: stuck.",
        "Đứng ở {board} với h = {here}; trạng thái kế duy nhất không tốt hơn: mắc kẹt.",
    ),
    "climb.leaf": (
        "Stands on {board} with h = {here}; it has no successors: stuck.",
        "Đứng ở {board} với h = {here}; không có trạng thái kế nào: mắc kẹt.",
    ),
    "climb.none": (
        "Stands on {board} with h = {here}; none of its {all} successors is better: stuck.",
        "Đứng ở {board} với h = {here}; không trạng thái nào trong {all} tốt hơn: mắc kẹt.",
    ),
}
_ENDS: Mapping[str, Texts] = {
    "solved": (
        "{board} is a goal: solved, cost {cost}.",
        "{board} là đích: đã giải, chi phí {cost}.",
    ),
    "unsolvable": (
        "Nothing is left to look at: there is no solution.",
        "Không còn gì để xét: không có lời giải.",
    ),
    "gave up": (
        "The search gives up here; it has not looked everywhere, so nothing is proved.",
        "Thuật toán bỏ cuộc; nó chưa xét hết nên chưa chứng minh được gì.",
    ),
    "out of nodes": (
        "The trace ends at its limit, step {expanded}; nothing is proved.",
        "Dừng sau {expanded} lần mở rộng, giới hạn của bản ghi; chưa chứng minh được gì.",
    ),
    "out of time": (
        "Out of time at step {expanded}; nothing is proved.",
        "Hết thời gian sau {expanded} lần mở rộng; chưa chứng minh được gì.",
    ),
    "out of memory": (
        "Out of memory at step {expanded}; nothing is proved.",
        "Hết bộ nhớ sau {expanded} lần mở rộng; chưa chứng minh được gì.",
    ),
    "stopped": (
        "Stopped at step {expanded}; nothing is proved.",
        "Đã dừng sau {expanded} lần mở rộng; chưa chứng minh được gì.",
    ),
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
    told = {name: texts for name, texts in _WHOLE.items() if name.startswith(f"{opening}.")}
    if opening in _OPENINGS:
        found: dict[str, Texts] = {}
        for change, texts in {**_CHANGES, **(_FOLLOWED if forgets else {})}.items():
            found[change] = texts
            if change in ("none", "lost"):
                for fate, reasons in _REASONS.items():
                    pairs = zip(texts, reasons, strict=True)
                    found[f"{change}.{fate}"] = tuple(f"{text[:-1]}: {why}." for text, why in pairs)
        usual = {
            f"{opening}.{change}": tuple(map("{}; {}".format, _OPENINGS[opening], texts))
            for change, texts in found.items()
        }
        told = {**usual, **(told if single else {})}
    told |= _ENDS
    return {name: dict(zip(LANGUAGES, texts, strict=True)) for name, texts in told.items()}


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
