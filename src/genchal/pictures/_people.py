"""Men as in the TUNA corpus' photographs, drawn from their attributes into a box of 100 by 100.

Every combination of attributes looks different: eyebrows have the colour of the hair, for those who have neither hair
nor beard; a shirt has stripes and a collar, so that it also shows under a jacket.
"""

from __future__ import annotations

from collections.abc import Mapping

from genchal.pictures.svg import Svg, circle, element, ellipse, group, joined, path, rect, stroke

INK = "#2a2522"
SKIN, SHADE = "#e2ac85", "#b97c55"
WRINKLE = "#8a4f2c"
HAIR = {"dark": "#35261d", "light": "#eadfbe"}

_BOOLEANS = ("hasHair", "hasBeard", "hasGlasses", "hasSuit", "hasShirt", "hasTie")
VALUES: Mapping[str, tuple[str, ...]] = {
    "type": ("person",),
    "age": ("old", "young"),
    "orientation": ("front", "left", "right"),
    "hairColour": tuple(HAIR),
    **dict.fromkeys(_BOOLEANS, ("0", "1")),
}
_LINE: Mapping[str, str | float] = {"stroke": INK, "stroke_width": 1.8, "stroke_linejoin": "round"}


def person(attributes: Mapping[str, str]) -> Svg | None:
    """Draw a person from exactly the attributes of the TUNA corpus; None if there are others."""
    if attributes.keys() != VALUES.keys() or any(attributes[name] not in known for name, known in VALUES.items()):
        return None
    has = {name for name in _BOOLEANS if attributes[name] == "1"}
    side = attributes["orientation"]
    hair = HAIR[attributes["hairColour"]]
    is_old = attributes["age"] == "old"
    head = _front(has, hair, is_old) if side == "front" else _profile(has, hair, is_old)
    drawn = joined(_body(has), head)
    return group(drawn, transform="matrix(-1 0 0 1 100 0)") if side == "right" else drawn


def _body(has: set[str]) -> Svg:
    outline = "M8 99C8 82 20 75 38 71H62C80 75 92 82 92 99Z"
    parts = [rect(41, 58, 18, 18, fill=SHADE), path(outline, fill="#6f8f7a", **_LINE)]
    if "hasShirt" in has:
        parts += [
            path(outline, fill="#cfe2f5", **_LINE),
            stroke("M20 80V98M28 76V98M36 74V98M64 74V98M72 76V98M80 80V98", 2, "#4f86bd"),
        ]
    if "hasSuit" in has:
        parts += [
            path(outline, fill="#3b4254", **_LINE),
            path("M38 71H62L50 98Z", fill="#a9cdf0" if "hasShirt" in has else "#fbfbfa", **_LINE),
        ]
        if "hasShirt" in has:
            parts.append(stroke("M43 74V84M57 74V84M46.5 74V91M53.5 74V91", 1.6, "#4f86bd"))
    elif not has & {"hasShirt", "hasTie"}:
        parts.append(stroke("M37 72Q50 84 63 72", 4.5, "#4d6b58"))  # the neck of a jumper
    if "hasTie" in has:
        parts.append(path("M45 72H55L53 79L57.5 94L50 99L42.5 94L47 79Z", fill="#b3262e", **_LINE))
    elif "hasShirt" in has:
        parts += [circle(50, y, 1.5, fill=INK) for y in (84, 91)]
    if "hasSuit" in has:
        parts.append(
            path("M38 71L30 74L33 84L29 86L48 99H50ZM62 71L70 74L67 84L71 86L52 99H50Z", fill="#525b72", **_LINE)
        )
    if "hasShirt" in has:
        parts.append(path("M38 70L50 77L44 84L34 74ZM62 70L50 77L56 84L66 74Z", fill="#a9cdf0", **_LINE))
    return joined(*parts)


def _front(has: set[str], hair: str, is_old: bool) -> Svg:
    parts = [
        ellipse(27.5, 41, 4, 6.5, fill=SKIN, **_LINE),
        ellipse(72.5, 41, 4, 6.5, fill=SKIN, **_LINE),
        path("M28 34C28 14 38 8 50 8S72 14 72 34C72 54 64 67 50 67S28 54 28 34Z", fill=SKIN, **_LINE),
    ]
    if "hasBeard" in has:
        parts.append(
            path(
                "M28 40C29 62 37 75 50 75S71 62 72 40C70 48 66 50 60 49Q55 45 50 47Q45 45 40 49C34 50 30 48 28 40Z",
                fill=hair,
                **_LINE,
            )
        )
    parts.append(stroke("M43 56Q50 60 57 56", 2.4, "#8f2f2a") if "hasBeard" not in has else _lips(50, 55))
    if "hasHair" in has:
        young = "M26 40C22 12 34 2 52 3C70 3 79 14 74 40C72 34 71 28 66 22C56 26 42 25 34 19C30 26 28 32 26 40Z"
        high = "M26 42C20 26 24 8 40 5C46 2 56 2 60 5C76 8 80 26 74 42"
        old = f"{high}C72 36 72 30 68 24C65 12 58 11 50 11S35 12 32 24C28 30 28 36 26 42Z"
        parts.append(path(old if is_old else young, fill=hair, **_LINE))
    if is_old:
        parts.append(
            stroke(
                "M43 14Q50 12 57 14M40 19Q50 17 60 19M32 42l-3 -2M32 46l-3 1M68 42l3 -2M68 46l3 1"
                "M37 45Q41 47 45 44M63 45Q59 47 55 44M39 50Q36 54 38 59M61 50Q64 54 62 59",
                1.8,
                WRINKLE,
            )
        )
    parts += [
        _brow("M35 28.5Q40 25 45 28", hair),
        _brow("M55 28Q60 25 65 28.5", hair),
        circle(41, 38, 2.3, fill=INK),
        circle(59, 38, 2.3, fill=INK),
        stroke("M50 38L48 47H52", 1.6, SHADE),
    ]
    if "hasGlasses" in has:
        parts.append(
            group(
                circle(40.5, 38, 7.6, fill="#ffffff", fill_opacity=0.35),
                circle(59.5, 38, 7.6, fill="#ffffff", fill_opacity=0.35),
                path("M48 37Q50 35 52 37M33 36L28 34M67 36L72 34", fill="none"),
                stroke=INK,
                stroke_width=2.4,
            )
        )
    return joined(*parts)


def _profile(has: set[str], hair: str, is_old: bool) -> Svg:
    """A head that looks to the left."""
    parts = [
        path(
            "M33 26C34 12 44 7 56 8C70 9 76 20 75 36C74 48 70 56 64 62V70H44V66"
            "C38 67 34 65 34 60L35 55L32 53L33 49L26 46L32 36Z",
            fill=SKIN,
            **_LINE,
        )
    ]
    if "hasBeard" in has:
        parts.append(
            path(
                "M62 38C64 50 62 62 54 70C46 76 34 74 33 66L34 58L41 57L33 50C40 46 46 52 52 50C58 48 59 42 59 38Z",
                fill=hair,
                **_LINE,
            )
        )
    else:
        parts.append(stroke("M35 55.5H42", 2.2, "#8f2f2a"))
    if "hasHair" in has:
        young = "M32 24C30 8 46 1 60 4C78 8 82 26 76 48C73 52 69 51 67 47C70 42 66 40 64 36L61 24C50 26 40 20 32 24Z"
        old = "M46 12C50 3 64 3 70 9C80 18 81 34 76 48C73 52 69 51 67 47C70 42 66 40 64 36L61 24C54 22 48 18 46 12Z"
        parts.append(path(old if is_old else young, fill=hair, **_LINE))
    if is_old:
        parts.append(
            stroke(
                "M39 15Q44 14 48 15M36 20Q43 18 49 20M49 35l5 -3M49 39h5M49 43l5 3M36 44Q41 47 45 43M41 48Q46 51 44 57",
                1.8,
                WRINKLE,
            )
        )
    parts += [
        _brow("M34 28.5Q38 25 44 28", hair),
        circle(39, 38, 2.3, fill=INK),
        path("M60 37q6 -4 7 2t-5 8q-3 -1 -2 -10Z", fill=SKIN, **_LINE),
    ]
    if "hasGlasses" in has:
        parts.append(
            group(
                ellipse(38.5, 38, 6.2, 7.6, fill="#ffffff", fill_opacity=0.35),
                path("M45 36L62 37", fill="none"),
                stroke=INK,
                stroke_width=2.4,
            )
        )
    return joined(*parts)


def _brow(d: str, hair: str) -> Svg:
    return joined(stroke(d, 5.4, INK), stroke(d, 3.8, hair))


def _lips(x: float, y: float) -> Svg:
    return element("ellipse", cx=x, cy=y, rx=7, ry=2.6, fill="#8f2f2a", stroke=INK, stroke_width=1.2)
