"""The TUNA corpus: one XML file per trial, ``TUNA_{furniture,people}/Corpus/s1t1.xml``, joined to one file per domain.

Trials are sorted by participant and trial. Their XML declarations and document types go; nothing else is changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from genchal.resources.conversions.release import Release

DOMAINS = ("furniture", "people")
TRIAL = re.compile(r"s(\d+)t(\d+)")
HEAD = re.compile(r"<\?xml.*?\?>|<!DOCTYPE.*?>", re.DOTALL)


def convert(release: Release) -> Iterator[tuple[str, bytes]]:
    """Yield a file per domain."""
    for domain in DOMAINS:
        trials = {
            (int(match[1]), int(match[2])): name
            for name, trial in release.inside(f"TUNA_{domain}/Corpus", suffix=".xml")
            if (match := TRIAL.fullmatch(trial))
        }
        if trials:
            texts = [HEAD.sub("", release.read_text(trials[key])).strip() for key in sorted(trials)]
            first = f'<?xml version="1.0" encoding="UTF-8"?>\n<TRIALS CORPUS="TUNA" DOMAIN="{domain}" NUM="singular">'
            yield f"{domain}.xml.xz", "\n".join([first, *texts, "</TRIALS>\n"]).encode("utf-8")
