"""The part of Markdown that consent and instructions may use."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.web.pages.markdown import render_markdown
from genchal.web.pages.rich_text import render_text


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("One\ntwo", "<p>One two</p>"),
        ("One\n\ntwo", "<p>One</p>\n<p>two</p>"),
        ("# One\n## Two", "<h2>One</h2>\n<h3>Two</h3>"),
        ("## Two\ntext", "<h2>Two</h2>\n<p>text</p>"),
        ("- a\n- b\n  more", "<ul><li>a</li><li>b more</li></ul>"),
        ("text\n* a", "<p>text</p>\n<ul><li>a</li></ul>"),
        ("3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'),
        ("**a *b* c** and _d_", "<p><strong>a <em>b</em> c</strong> and <em>d</em></p>"),
        ("snake_case_name 2 * 3 * 4", "<p>snake_case_name 2 * 3 * 4</p>"),
        ("`a <b>`", "<p><code>a &lt;b&gt;</code></p>"),
        (r"\*a\*", "<p>*a*</p>"),
        (
            "[a *b*](https://example.org/?x=1&y=2)",
            '<p><a href="https://example.org/?x=1&amp;y=2" rel="noopener noreferrer">a <em>b</em></a></p>',
        ),
        ("[a](mailto:a@example.org)", '<p><a href="mailto:a@example.org" rel="noopener noreferrer">a</a></p>'),
        ("[a](javascript:alert(1))", "<p>[a](javascript:alert(1))</p>"),
        ("[a](data:text/html,x)", "<p>[a](data:text/html,x)</p>"),
        ("<b onclick=x>", "<p>&lt;b onclick=x&gt;</p>"),
        ("", ""),
    ],
)
def test_markdown_becomes_html(text: str, html: str) -> None:
    assert render_markdown(text) == html


TAG = re.compile(
    r"</?(?:p|h[2-6]|ul|li|strong|em|code|a)>|<ol start=\"\d+\">|</ol>"
    r"|<a href=\"(?:https?://|mailto:)[^\"<>]*\" rel=\"noopener noreferrer\">",
    re.IGNORECASE,
)


@given(
    st.lists(
        st.sampled_from([*"*_`[]()#-\n <>\"'&\\:!1.", "a", "https://x.y", "javascript:", "# ", "- ", "  "]), max_size=60
    )
)
def test_nothing_but_known_elements_comes_out(pieces: list[str]) -> None:
    rest = TAG.sub("", render_markdown("".join(pieces)))
    assert not set(rest) & set("<>\"'")


# Texts to judge


def test_texts_of_language_models_are_shown_as_their_readers_would_see_them() -> None:
    html = str(
        render_text(
            "# Title\n\nSome *words*\nand `a < b`.\n\n1. one\n   - inner\n2. two\n\n"
            "```python\nif a < b & c:\n    *x*\n```\n\n"
            "> said\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n***\n"
        )
    )
    assert '<p class="heading heading1">Title</p>' in html
    assert "<p>Some <em>words</em>\nand <code>a &lt; b</code>.</p>" in html
    assert '<ol start="1"><li><p>one</p><ul><li>inner</li></ul></li><li>two</li></ol>' in html
    assert "<pre><code>if a &lt; b &amp; c:\n    *x*</code></pre>" in html
    assert "<blockquote><p>said</p></blockquote>" in html
    assert "<thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody>" in html
    assert html.endswith("<hr>")


@pytest.mark.parametrize(
    "text",
    [
        "[words](https://example.org) ![picture](https://example.org/x.png) <b>x</b>",
        "[x](javascript:alert(1)) <img src=x onerror=alert(1)>",
        "```\n</code></pre><script>alert(1)</script>",
        "| <script> | b |\n|---|---|\n| [x](https://e.org) | </td> |",
    ],
)
def test_texts_to_judge_lead_nowhere_and_load_nothing(text: str) -> None:
    html = str(render_text(text))
    assert not re.search(r"<(a|img|script|b)\b|href|src=\"", html)


@pytest.mark.parametrize("piece", ["**a*b", "[", "`", "_a ", "> ", "- ", "* ", "|-", "  - x\n", "```\n", "1. \n"])
def test_no_text_to_judge_takes_long_to_draw(piece: str) -> None:
    start = time.perf_counter()
    render_text(piece * (20_000 // len(piece)))
    assert time.perf_counter() - start < 2
