"""Names of columns in plain letters, and those that are about persons."""

from __future__ import annotations

# Columns about a person rather than a judgement, in plain names (see `plain_name`). They are never read.
PERSONAL = frozenset(
    {"ip", "ipaddress", "ipaddr", "city", "region", "country", "countrycode", "location", "geo", "timezone", "channel"}
    | {"latitude", "longitude", "lat", "lon", "lng", "coordinates", "address", "zip", "zipcode", "postcode", "phone"}
    | {"email", "mail", "emailaddress", "useragent", "browser", "firstname", "lastname", "fullname", "realname"}
    | {"age", "gender", "sex", "birthday", "birthdate", "nationality"}
)


LONGEST = 200  # letters that are looked at: what is longer is a text, and no name


def plain_name(name: str) -> str:
    """A column's name without what varies: case, blanks, underscores, hyphens, stops."""
    return "".join(letter for letter in name[:LONGEST].lower() if letter.isalnum())


def is_personal(name: str) -> bool:
    """Whether a column is about a person."""
    return plain_name(name) in PERSONAL
