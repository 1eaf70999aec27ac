"""Official releases of data sets, turned into the files that genchal knows; a data set or a kind of them each.

In: a release as people download it (`Release`), a folder or a ZIP archive.
Out: names and contents of the files of `datasets.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from genchal.registry import Registry
from genchal.resources.conversions.release import Release

# A name that ends with .xz or .gz is packed when it is written; contents are as they are unpacked.
Conversion = Callable[[Release], Iterator[tuple[str, bytes]]]

CONVERSIONS: Registry[Conversion] = Registry(
    "conversion",
    builtin={
        "e2e-eval": "genchal.resources.conversions.e2e_eval:convert",
        "rankme": "genchal.resources.conversions.rankme:convert",
        "tuna": "genchal.resources.conversions.tuna:convert",
        "sf-restaurants": "genchal.resources.conversions.dialogue:convert_restaurants",
        "sf-hotels": "genchal.resources.conversions.dialogue:convert_hotels",
        "dstc2": "genchal.resources.conversions.dialogue:convert_dstc2",
        "sr18": "genchal.resources.conversions.sr18:convert",
    },
    plugins="genchal.conversions",
)
