"""Text statistics of whole collections: numbers that are not sums over texts; PROFILES lists them.

In: a collection of tokenised texts.
Out: named numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from genchal.registry import Registry

if TYPE_CHECKING:
    from genchal.domain.profile import Profile

PROFILES: Registry[type[Profile]] = Registry(
    "text statistic",
    builtin={
        "sizes": "genchal.profile.sizes:Sizes",
        "lengths": "genchal.profile.lengths:Lengths",
        "vocabulary": "genchal.profile.vocabulary:Vocabulary",
        "diversity": "genchal.profile.diversity:Diversity",
        "sophistication": "genchal.profile.sophistication:Sophistication",
    },
    plugins="genchal.profiles",
)
