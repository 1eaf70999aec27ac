"""A small, safe part of Markdown for consent and instructions: headings, paragraphs, lists, emphasis, code, links.

Everything that is not one of these is text, and escaped: there is no raw HTML, no image, and no address but of the web
or of mail. The highest headings are of the second level, since the page has the first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from markupsafe import Markup, escape

WriteLink = Callable[[Markup, str], Markup]  # its words, and its address

_HEADING = re.compile(r"(#{1,5})\s+(\S.*?)\s*#*\s*")
_BULLET = re.compile(r"\s{0,3}[-*+]\s+(.*)")
_NUMBER = re.compile(r"\s{0,3}(\d{1,6})[.)]\s+(.*)")
_ADDRESS = re.compile(r"(?:https?://|mailto:)[^\s\"'<>\\]+", re.IGNORECASE)
_INLINE = re.compile(
    r"\\(?P<plain>[!-/:-@\[-`{-~])"
    r"|`(?P<code>[^`]+)`"
    r"|\[(?P<words>[^\[\]]+)\]\((?P<address>[^()\s]+)\)"
    r"|\*\*(?P<strong>(?=\S)(?:[^*]|\*[^*]+\*)+)\*\*"
    r"|\*(?P<stressed>(?=\S)[^*]+)\*"
    r"|(?<!\w)_(?P<underlined>(?=\S)[^_]+)_(?!\w)"
)


def render_markdown(text: str) -> Markup:
    """Write Markdown as HTML."""
    lines = text.replace("\r\n", "\n").replace("\t", "    ").split("\n")
    levels = [len(heading[1]) for line in lines if (heading := _HEADING.fullmatch(line))]
    return Markup("\n").join(_blocks(lines, min(levels, default=1)))


def _blocks(lines: list[str], highest: int) -> Iterator[Markup]:
    paragraph: list[str] = []
    place = 0
    while place < len(lines):
        line = lines[place]
        heading, is_item = _HEADING.fullmatch(line), bool(_BULLET.match(line) or _NUMBER.match(line))
        if not line.strip() or heading or is_item:
            yield from _paragraph(paragraph)
            paragraph = []
        if is_item:
            place, block = _list(lines, place)
            yield block
            continue
        if heading:
            level = min(len(heading[1]) - highest + 2, 6)
            yield Markup("<h{0}>{1}</h{0}>").format(level, _inline(heading[2]))
        elif line.strip():
            paragraph.append(line.strip())
        place += 1
    yield from _paragraph(paragraph)


def _paragraph(lines: list[str]) -> Iterator[Markup]:
    if lines:
        yield Markup("<p>{}</p>").format(_inline(" ".join(lines)))


def _list(lines: list[str], place: int) -> tuple[int, Markup]:
    """A list of items of one kind; what is indented below an item belongs to it."""
    kind = _NUMBER if _NUMBER.match(lines[place]) else _BULLET
    start = int(lines[place].split(".")[0].split(")")[0]) if kind is _NUMBER else 1
    items: list[str] = []
    while place < len(lines):
        line = lines[place]
        if found := kind.match(line):
            items.append(found[kind.groups].strip())
        elif items and line.startswith("  ") and line.strip():
            items[-1] += f" {line.strip()}"
        else:
            break
        place += 1
    written = Markup("").join(Markup("<li>{}</li>").format(_inline(item)) for item in items)
    if kind is _BULLET:
        return place, Markup("<ul>{}</ul>").format(written)
    return place, Markup('<ol start="{}">{}</ol>').format(start, written)


def _inline(text: str) -> Markup:
    return write_inline(text, _write_link)


def write_inline(text: str, write_link: WriteLink) -> Markup:
    """Emphasis, code and links of a line; `write_link` decides what becomes of a link."""
    parts: list[Markup] = []
    end = 0
    for found in _INLINE.finditer(text):
        parts += [escape(text[end : found.start()]), _marked(found, write_link)]
        end = found.end()
    return Markup("").join([*parts, escape(text[end:])])


def _write_link(words: Markup, address: str) -> Markup:
    return Markup('<a href="{}" rel="noopener noreferrer">{}</a>').format(address, words)


def _marked(found: re.Match[str], write_link: WriteLink) -> Markup:
    own = found.groupdict()
    if own["plain"] is not None:
        return escape(own["plain"])
    if own["code"] is not None:
        return Markup("<code>{}</code>").format(own["code"])
    if own["words"] is not None:
        if not _ADDRESS.fullmatch(own["address"]):
            return escape(found[0])
        return write_link(write_inline(own["words"], write_link), own["address"])
    if own["strong"] is not None:
        return Markup("<strong>{}</strong>").format(write_inline(own["strong"], write_link))
    return Markup("<em>{}</em>").format(write_inline(own["stressed"] or own["underlined"] or "", write_link))
