"""Markdown as HTML, as much of it as explanations need: headings, paragraphs, lists, tables, code, links, emphasis.

All text is escaped, and headings get anchors as GitHub gives them. Links to other files lead nowhere from a report, and
are written as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from markupsafe import Markup, escape

INLINE = re.compile(
    r"`(?P<code>[^`]+)`|\[(?P<label>[^\]]*)\]\((?P<target>[^)\s]*)\)|\*\*(?P<strong>[^*]+)\*\*|\*(?P<emphasis>[^*\s][^*]*)\*"
)
HEADING, ITEM = re.compile(r"(#{1,6}) +(.*)"), re.compile(r" *([-*]|\d+\.) +(.*)")
FENCE = re.compile(r"^```[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CELL_END = re.compile(r"(?<!\\)\|")
OUTSIDE = ("https://", "http://", "#")  # links that lead somewhere from anywhere


def render_markdown(text: str) -> Markup:
    """Render a document, whose blocks have blank lines between them."""
    parts = FENCE.split(text)  # text and code in turn
    return Markup("\n").join(
        Markup("<pre><code>{}</code></pre>").format(part) if place % 2 else _render_text(part)
        for place, part in enumerate(parts)
    )


def heading_anchor(title: str) -> str:
    """The anchor of a heading: small letters, digits, hyphens and underscores."""
    return "".join(char for char in title.lower().replace(" ", "-") if char.isalnum() or char in "-_")


def _render_text(text: str) -> Markup:
    blocks = [block.strip("\n").splitlines() for block in re.split(r"\n[ \t]*\n", text) if block.strip()]
    return Markup("\n").join(part for block in blocks for part in _render_block(block))


def _render_block(lines: list[str]) -> Iterator[Markup]:
    if heading := HEADING.fullmatch(lines[0]):
        tag, title = f"h{len(heading[1])}", heading[2]
        yield Markup("<{0} id='{1}'>{2}</{0}>").format(tag, heading_anchor(title), _inline(title))
        if lines[1:]:
            yield from _render_block(lines[1:])
    elif lines[0].startswith("|"):
        yield _table(lines)
    elif ITEM.fullmatch(lines[0]):
        yield _list(lines)
    else:
        yield Markup("<p>{}</p>").format(_inline(" ".join(map(str.strip, lines))))


def _list(lines: list[str]) -> Markup:
    items: list[str] = []
    for line in lines:
        if found := ITEM.fullmatch(line):
            items.append(found[2])
        else:
            items[-1] += f" {line.strip()}"
    tag = "ol" if lines[0].lstrip()[0].isdigit() else "ul"
    return Markup("<{0}>{1}</{0}>").format(tag, Markup().join(Markup("<li>{}</li>").format(_inline(i)) for i in items))


def _table(lines: list[str]) -> Markup:
    rows = [[_inline(cell.strip()) for cell in CELL_END.split(line.strip())[1:-1]] for line in lines]
    head = Markup().join(Markup("<th scope='col'>{}</th>").format(cell) for cell in rows[0])
    body = [Markup().join(Markup("<td>{}</td>").format(cell) for cell in row) for row in rows[2:]]
    lines_of_body = Markup("\n").join(Markup("<tr>{}</tr>").format(row) for row in body)
    return Markup(
        "<div class='card scroll' tabindex='0'><table><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>"
    ).format(head, lines_of_body)


def _inline(text: str) -> Markup:
    written, end = Markup(), 0
    for found in INLINE.finditer(text):
        written += escape(text[end : found.start()].replace("\\|", "|")) + _marked(found)
        end = found.end()
    return written + escape(text[end:].replace("\\|", "|"))


def _marked(found: re.Match[str]) -> Markup:
    if found["code"] is not None:
        return Markup("<code>{}</code>").format(found["code"].replace("\\|", "|"))
    if found["target"] is not None:
        label = _inline(found["label"])
        target = found["target"]
        return (
            Markup("<a href='{}' rel='noreferrer'>{}</a>").format(target, label)
            if target.startswith(OUTSIDE)
            else label
        )
    tag, content = ("strong", found["strong"]) if found["strong"] is not None else ("em", found["emphasis"])
    return Markup("<{0}>{1}</{0}>").format(tag, _inline(content))
