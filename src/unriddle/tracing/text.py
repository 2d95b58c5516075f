"""A trace as plain text, for a terminal or a printer: the board and the sentence of each step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from unriddle.tracing.reading import Json
from unriddle.tracing.sentences import fate_word, word
from unriddle.tracing.trace import nodes_in, sentence_of


def as_text(lines: Iterable[Json], language: str = "en") -> Iterator[str]:
    """The lines of a trace, each as a piece of text that ends in an empty line."""
    header: Json = {}
    nodes: dict[int, Json] = {}
    for line in lines:
        nodes.update(nodes_in(line))
        if "step" in line:
            yield _step(header, line, nodes, language)
        elif "end" in line:
            yield _end(header, line, nodes, language)
        else:
            header = line
            yield _header(line, language)


def _header(line: Json, language: str) -> str:
    heuristic = line.get("heuristic_title") or line.get("heuristic")
    guided = f" {word('with', language)} {heuristic}" if heuristic else ""
    title = "  ".join(part for part in (line.get("level"), line.get("title")) if part)
    code = [
        "    " * one["depth"] + one["text"].get(language, "") for one in line.get("pseudocode", ())
    ]
    return "\n".join(
        [f"{title or line.get('puzzle', '')}", f"{line.get('name', '')}{guided}", *code, "\n"]
    )


def _step(header: Json, line: Json, nodes: dict[int, Json], language: str) -> str:
    node = nodes.get(line["node"], {})
    move = f"  {word('after', language)} {node['move']}" if node.get("move") else ""
    told = [f"{word('step', language)} {line['step']}{move}"]
    told += _board(node)
    told.append(sentence_of(header, line, nodes.get, language))
    told += [f"    {_successor(one, language)}" for one in line["successors"]]
    counts = [name for name in ("open", "closed") if name in line]
    told.append(", ".join(f"{word(name, language)} {line[name]}" for name in counts))
    return "\n".join([*told, "\n"])


def _board(node: Json) -> list[str]:
    """The drawing of a node, without the empty rows around it."""
    rows = list(node.get("board", ()))
    while rows and not rows[0].strip():
        del rows[0]
    while rows and not rows[-1].strip():
        del rows[-1]
    return [f"    {row}".rstrip() for row in rows]


def _successor(one: Json, language: str) -> str:
    node = one.get("node", {})
    figures = [f"{name} = {node[name]}" for name in ("f", "g", "h") if name in node]
    same = f" {word('as', language)} #{one['same']}" if "same" in one else ""
    number = f" #{node['id']}" if node else ""
    fate = fate_word(one["fate"], language)
    return f"{one['move']}: {fate}{same}{number}  {', '.join(figures)}".rstrip()


def _end(header: Json, line: Json, nodes: dict[int, Json], language: str) -> str:
    told = [] if line.get("node") is None else _board(nodes.get(line["node"], {}))
    told.append(sentence_of(header, line, nodes.get, language))
    if line.get("plan"):
        told.append(line["plan"])
    return "\n".join([*told, ""])
