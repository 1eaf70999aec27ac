"""What every picture must be, whatever it shows."""

import re
import unicodedata
from xml.etree import ElementTree

ELEMENTS = {
    "svg",
    "title",
    "desc",
    "g",
    "clipPath",
    "path",
    "rect",
    "circle",
    "ellipse",
    "polygon",
    "text",
    "div",
}
OVERRIDES = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
HOSTILE = [
    "<script>alert(1)</script>",
    "</text></svg><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "]]><svg onload=alert(1)>",
    '" onload="alert(1)',
    "' onmouseover='alert(1)' x='",
    "&lt;script&gt; &amp; &#60;",
    "javascript:alert(1)",
    "url(https://example.org/x)",
    "</title><style>*{display:none}</style>",
    "<!-- --> <![CDATA[ x ]]> <?php ?>",
    "\x00\x01\x08\x0b\x1f\x7f\x85\ufffe\uffff",
    "\ud800 alone",
    "line\nbreak\ttab\r\nend\u2028\u2029",
    "\u202eevil\u202c \u2066isolate\u2069 \u200fmark",
    "مطعم على ضفة النهر",
    "בית קפה – The Mill",
    "नमस्ते दुनिया",
    "👩‍👩‍👧‍👦🏳️‍🌈",
    "Z̸̡̢͓͙͔͖a̵l̷g̶o̸" * 4,
    "{row} {0} %s ${x}",
    "W" * 300,
    "an endless name of many words " * 60,
    " ",
    "",
]


def parsed(svg: str) -> ElementTree.Element:
    """A picture as a tree of elements: it is well-formed XML."""
    return ElementTree.fromstring(svg)


def local(name: str) -> str:
    return name.rpartition("}")[2]


def assert_harmless(svg: str, prefix: str) -> None:
    """Nothing in it can run, load, or style the page, and ids are its own."""
    ids: list[str] = []
    references: list[str] = []
    for one in parsed(svg).iter():
        assert local(one.tag) in ELEMENTS
        for name, value in one.items():
            assert not local(name).startswith("on")
            assert local(name) not in {"style", "href", "src"}
            if name in {"fill", "stroke", "clip-path"}:
                references += re.findall(r"url\(#([^)]*)\)", value)
                assert "url(" not in value.replace("url(#", "")
        if "id" in one.attrib:
            ids.append(one.attrib["id"])
        references += one.attrib.get("aria-labelledby", "").split()
    assert len(set(ids)) == len(ids)
    assert all(one.startswith(prefix) for one in ids)
    assert set(references) <= set(ids)
    assert not [one for one in svg if unicodedata.category(one) in ("Cc", "Cs") or one in OVERRIDES]


def texts(svg: str) -> list[str]:
    """Texts that are drawn, line by line."""
    return ["".join(one.itertext()) for one in parsed(svg).iter() if local(one.tag) == "text"]
