"""Texts to judge that are written in Markdown, as language models write them: shown as their readers would see them.

Everything is escaped first: there is no raw HTML, nothing is loaded, and links cannot be followed (their addresses are
shown), so that raters stay on the page and nobody learns that they were there. Code stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from markupsafe import Markup, escape

from genchal.web.pages.markdown import write_inline

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})[^`]*")
_HEADING = re.compile(r" {0,3}(#{1,6})\s+(\S.*?)\s*#*\s*")
_RULE = re.compile(r" {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})")
_ITEM = re.compile(r"( {0,3})([-*+]|\d{1,6}[.)])(\s+)(\S.*)")
_QUOTE = re.compile(r" {0,3}> ?(.*)")
_DIVIDER = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_CELL = re.compile(r"(?<!\\)\|")
_DEEPEST = 6  # lists and quotes inside each other; what is deeper is text


def render_text(text: str) -> Markup:
    """A text as HTML, in blocks."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4).split("\n")
    return Markup("\n").join(_blocks(lines, 0))


def _blocks(lines: list[str], depth: int) -> Iterator[Markup]:
    place = 0
    while place < len(lines):
        line = lines[place]
        if not line.strip():
            place += 1
        elif found := _FENCE.fullmatch(line):
            place, block = _code(lines, place, found[1])
            yield block
        elif found := _HEADING.fullmatch(line):
            # No heading of the page: its own outline is that of texts and questions.
            yield Markup('<p class="heading heading{0}">{1}</p>').format(len(found[1]), _inline(found[2]))
            place += 1
        elif _RULE.fullmatch(line):
            yield Markup("<hr>")
            place += 1
        elif depth < _DEEPEST and _QUOTE.fullmatch(line):
            inner = []
            while place < len(lines) and (found := _QUOTE.fullmatch(lines[place])):
                inner.append(found[1])
                place += 1
            yield Markup("<blockquote>{}</blockquote>").format(Markup("\n").join(_blocks(inner, depth + 1)))
        elif depth < _DEEPEST and (found := _ITEM.fullmatch(line)):
            place, block = _list(lines, place, depth, found[2])
            yield block
        elif (
            "|" in line and place + 1 < len(lines) and "-" in lines[place + 1] and _DIVIDER.fullmatch(lines[place + 1])
        ):
            place, block = _table(lines, place)
            yield block
        else:
            start = place
            place += 1
            while place < len(lines) and lines[place].strip() and not _begins_block(lines, place, depth):
                place += 1
            yield Markup("<p>{}</p>").format(_inline("\n".join(part.strip() for part in lines[start:place])))


def _begins_block(lines: list[str], place: int, depth: int) -> bool:
    line = lines[place]
    own = (_FENCE, _HEADING, _RULE, *((_QUOTE, _ITEM) if depth < _DEEPEST else ()))
    return any(pattern.fullmatch(line) for pattern in own)


def _code(lines: list[str], place: int, fence: str) -> tuple[int, Markup]:
    """Lines until the fence comes again, or to the end."""
    start = place + 1
    end = start
    while end < len(lines) and not (lines[end].strip().startswith(fence) and set(lines[end].strip()) == {fence[0]}):
        end += 1
    return end + 1, Markup("<pre><code>{}</code></pre>").format("\n".join(lines[start:end]))


def _list(lines: list[str], place: int, depth: int, first: str) -> tuple[int, Markup]:
    """Items of the kind of the first one; what is indented as far as an item's text belongs to it, or blocks."""
    is_numbered = first[0].isdigit()
    written: list[Markup] = []
    while place < len(lines) and (found := _ITEM.fullmatch(lines[place])) and found[2][0].isdigit() == is_numbered:
        indent = len(found[1]) + 2
        inner = [found[4]]
        place += 1
        while place < len(lines):
            line = lines[place]
            is_inside = len(line) - len(line.lstrip()) >= indent
            goes_on = line.strip() and lines[place - 1].strip() and not _begins_block(lines, place, depth)
            is_gap = not line.strip() and place + 1 < len(lines) and _indent(lines[place + 1]) >= indent
            if not (is_inside and line.strip()) and not goes_on and not is_gap:
                break
            inner.append(line[min(_indent(line), len(found[1]) + len(found[2]) + len(found[3])) :])
            place += 1
        blocks = list(_blocks(inner, depth + 1))
        is_tight = len(blocks) == 1 and blocks[0].startswith("<p>")
        content = Markup(blocks[0][len("<p>") : -len("</p>")]) if is_tight else Markup("").join(blocks)  # noqa: S704
        written.append(Markup("<li>{}</li>").format(content))
        while place + 1 < len(lines) and not lines[place].strip() and _ITEM.fullmatch(lines[place + 1]):
            place += 1  # items may stand apart
    if not is_numbered:
        return place, Markup("<ul>{}</ul>").format(Markup("").join(written))
    start = int(first[:-1])
    return place, Markup('<ol start="{}">{}</ol>').format(start, Markup("").join(written))


def _table(lines: list[str], place: int) -> tuple[int, Markup]:
    """A row of headings, a divider, and rows until a line without cells."""
    head = _cells(lines[place])
    place += 2
    rows = []
    while place < len(lines) and "|" in lines[place]:
        rows.append(_row(_cells(lines[place]), "td"))
        place += 1
    body = Markup("").join(rows)
    return place, Markup("<table><thead>{}</thead><tbody>{}</tbody></table>").format(_row(head, "th"), body)


def _row(cells: list[str], kind: str) -> Markup:
    written = Markup("").join(Markup("<{0}>{1}</{0}>").format(Markup(kind), _inline(cell)) for cell in cells)  # noqa: S704
    return Markup("<tr>{}</tr>").format(written)


def _cells(line: str) -> list[str]:
    bare = line.strip().removeprefix("|")
    bare = bare[:-1] if bare.endswith("|") and not bare.endswith("\\|") else bare
    return [cell.strip().replace("\\|", "|") for cell in _CELL.split(bare)]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _inline(text: str) -> Markup:
    return write_inline(text, _show_link)


def _show_link(words: Markup, address: str) -> Markup:
    """A link that leads nowhere."""
    return Markup('<span class="link">{}</span> <span class="address">({})</span>').format(words, escape(address))
