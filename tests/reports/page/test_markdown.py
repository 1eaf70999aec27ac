"""Explanations in Markdown become pages: nothing breaks out, and anchors are those that reports link to."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain.results.published import PublishedNumber, PublishedNumbers
from genchal.reports.page.markdown import heading_anchor, render_markdown
from genchal.reports.report_files import render_report
from reports.campaigns import CAMPAIGN

SHIPPED = files("genchal.recipes") / "published"
EMPTY = ("meta", "link", "br", "hr")


class Balanced(HTMLParser):
    """Elements that are closed in their order, with the anchors among them."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.feed(source)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.tags.append(tag)
        self.anchors += [found["id"] or ""] if "id" in found else []
        self.links += [found["href"] or ""] if "href" in found else []
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("## SR'18: trees", "<h2 id='sr18-trees'>SR&#39;18: trees</h2>"),
        ("one\ntwo\n\nthree", "<p>one two</p>\n<p>three</p>"),
        ("- a\n  b\n- **c**", "<ul><li>a b</li><li><strong>c</strong></li></ul>"),
        ("1. a\n2. *b*", "<ol><li>a</li><li><em>b</em></li></ol>"),
        ("`<b> **x**`", "<p><code>&lt;b&gt; **x**</code></p>"),
        ("```sh\n<a>\n\n| b\n```", "<pre><code>&lt;a&gt;\n\n| b\n</code></pre>"),
        ("[x](https://y.org/z)", "<p><a href='https://y.org/z' rel='noreferrer'>x</a></p>"),
        ("[x](../how-to/y.md) [z](javascript:alert)", "<p>x z</p>"),
    ],
)
def test_what_explanations_need_is_rendered(text: str, html: str) -> None:
    assert render_markdown(text).strip() == html


def test_a_table_has_a_head_and_rows() -> None:
    html = render_markdown("# Title\n| a | b |\n| --- | --- |\n| `1\\|2` | <i> |")
    assert "<th scope='col'>a</th><th scope='col'>b</th>" in html
    assert "<tr><td><code>1|2</code></td><td>&lt;i&gt;</td></tr>" in html
    assert html.startswith("<h1 id='title'>")


@given(
    st.lists(st.sampled_from(["# ", "- ", "1. ", "|", "`", "```", "**", "*", "[", "](", ")", "<b>", "\n", "a ", "'"]))
)
def test_any_text_is_well_formed(parts: list[str]) -> None:
    Balanced(render_markdown("".join(parts)))


def test_every_link_of_a_shipped_table_leads_to_a_heading() -> None:
    page = Balanced(render_markdown((SHIPPED / "deviations.md").read_text(encoding="utf-8")))
    table = (SHIPPED / "explanations.tsv").read_text(encoding="utf-8").splitlines()
    sections = {line.split("\t")[1] for line in table[1:]}
    assert len(sections) > 10
    assert sections <= set(page.anchors)
    assert not [link for link in page.links if not link.startswith("http")]
    assert page.tags.count("tr") > 60


def test_the_report_has_the_page_and_links_to_its_sections() -> None:
    number = PublishedNumber(
        "Table 2", "heron", "BLEU", "0.641", 0.66, "off", link=f"deviations.html#{heading_anchor('Table 2: all')}"
    )
    published = PublishedNumbers((number,), "# Why\n\n## Table 2: all\n\nAnother tokeniser <b>.")
    files = render_report(replace(CAMPAIGN, published=published))
    page = files["deviations.html"].decode()
    linked = re.findall(r'href="deviations.html#([^"]+)"', files["index.html"].decode())
    assert linked == ["table-2-all"]
    assert set(linked) <= set(Balanced(page).anchors)
    assert "Another tokeniser &lt;b&gt;." in page
    assert "deviations.html" not in render_report(replace(CAMPAIGN, published=replace(published, explanations="")))
