"""The part of Markdown that consent and instructions may use."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.web.markdown import render_markdown


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
