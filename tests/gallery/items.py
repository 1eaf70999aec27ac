"""Invented items for the gallery: restaurants, a dialogue turn, rooms with furniture. All of it is our own.

One restaurant is described in German, whose words are long, and one in Arabic, which is written from the right.
"""

from __future__ import annotations

from genchal.domain.inputs import Act, Attribute, DialogueAct, Entity, Scene, SlotValues
from genchal.domain.study.study import Item, Subject

MEANING = SlotValues(
    (
        ("name", "The Copper Kettle"),
        ("eatType", "coffee shop"),
        ("food", "Italian"),
        ("priceRange", "cheap"),
        ("customerRating", "5 out of 5"),
        ("area", "riverside"),
        ("familyFriendly", "yes"),
        ("near", "Harbour Hall"),
    )
)
REFERENCE = (
    "The Copper Kettle is a cheap coffee shop by the river, near Harbour Hall. It serves Italian food, welcomes "
    "families, and its guests give it 5 out of 5."
)
OUTPUTS = (
    (
        "The Copper Kettle is a family-friendly coffee shop near Harbour Hall. It serves cheap Italian food on the "
        "riverside and is rated 5 out of 5."
    ),
    "Near Harbour Hall, the cheap coffee shop The Copper Kettle serves Italian food by the river.",
    (
        "The Copper Kettle serves Italian food. It is cheap. It has a rating of 5 out of 5. It is near Harbour Hall. "
        "It is near Harbour Hall."
    ),
    "The Copper Kettle is a coffee shop that is expensive and has a excellent view.",
    (
        "Looking for Italian food by the river? The Copper Kettle near Harbour Hall is a cheap, family-friendly coffee "
        "shop with a top rating."
    ),
)
TURN = DialogueAct(
    (
        Act("inform", (("name", "Ash & Alder"), ("area", "old town"), ("pricerange", "moderate"))),
        Act("request", (("food", None),)),
    )
)
TURN_TEXTS = (
    "Ash & Alder is a moderately priced place in the old town. What kind of food would you like?",
    "There is Ash & Alder in the old town, food?",
)


def _thing(number: int, row: int, column: int, *, is_target: bool = False, **values: str) -> Entity:
    places = (Attribute("y-dimension", str(row), "gradable"), Attribute("x-dimension", str(column), "gradable"))
    own = tuple(Attribute(name, value) for name, value in values.items())
    return Entity(f"e{number}", (*own, *places), is_target)


ROOM = Scene(
    "furniture",
    (
        _thing(1, 1, 2, type="chair", colour="red", size="large", orientation="front", is_target=True),
        _thing(2, 1, 4, type="chair", colour="red", size="small", orientation="left"),
        _thing(3, 2, 1, type="chair", colour="blue", size="large", orientation="front"),
        _thing(4, 2, 3, type="sofa", colour="red", size="large", orientation="front"),
        _thing(5, 2, 5, type="desk", colour="green", size="small", orientation="right"),
        _thing(6, 3, 2, type="fan", colour="grey", size="large", orientation="back"),
        _thing(7, 3, 4, type="sofa", colour="blue", size="small", orientation="left"),
    ),
)
DESCRIPTIONS = ("the large red chair facing you", "the red chair at the top", "the big one which is red, not the sofa")
GERMAN_MEANING = SlotValues(
    (
        ("Name", "Zur alten Schleusenwärterei"),
        ("Art", "Ausflugsgaststätte"),
        ("Küche", "regional"),
        ("Kinder", "Spielplatz mit Kletterlandschaft"),
        ("Lage", "am Nordseekanal"),
    )
)
GERMAN_REFERENCE = (
    "Die Ausflugsgaststätte „Zur alten Schleusenwärterei“ liegt am Nordseekanal. Sie bietet regionale Küche, und für "
    "Kinder gibt es einen Spielplatz mit Kletterlandschaft."
)
GERMAN_OUTPUTS = (
    (
        "Am Nordseekanal lädt die Ausflugsgaststätte „Zur alten Schleusenwärterei“ zu regionalen Gerichten ein; Kinder "
        "freuen sich über die Kletterlandschaft auf dem Spielplatz."
    ),
    "Zur alten Schleusenwärterei ist eine Ausflugsgaststätte mit regionaler Küche am Nordseekanal.",
    "Die Gaststätte hat einen Spielplatzkletterlandschaft und ist regional. Sie ist am Nordseekanal.",
)
ARABIC_MEANING = SlotValues(
    (
        ("الاسم", "إبريق النحاس"),
        ("النوع", "مقهى"),
        ("الطعام", "إيطالي"),
        ("السعر", "رخيص"),
        ("المكان", "على ضفة النهر"),
    )
)
ARABIC_REFERENCE = "إبريق النحاس مقهى رخيص على ضفة النهر، ويقدّم طعامًا إيطاليًا."
ARABIC_OUTPUTS = (
    "على ضفة النهر يقدّم مقهى إبريق النحاس طعامًا إيطاليًا بأسعار رخيصة.",
    "إبريق النحاس مقهى على ضفة النهر.",
    "إبريق النحاس هو مقهى. هو رخيص. هو إيطالي. هو على ضفة النهر.",
)


def texts_of(instance: str, texts: tuple[str, ...]) -> tuple[Item, ...]:
    """Outputs of as many systems."""
    return tuple(
        Item(f"{instance}-{number}", instance, f"system{number}", text) for number, text in enumerate(texts, 1)
    )


SUBJECTS = {
    "restaurant": Subject("restaurant", MEANING, (REFERENCE,)),
    "german": Subject("german", GERMAN_MEANING, (GERMAN_REFERENCE,)),
    "arabic": Subject("arabic", ARABIC_MEANING, (ARABIC_REFERENCE,)),
    "turn": Subject("turn", TURN, (TURN_TEXTS[0],)),
    "room": Subject("room", ROOM, (DESCRIPTIONS[0],)),
}
ITEMS = {
    "restaurant": texts_of("restaurant", OUTPUTS),
    "german": texts_of("german", GERMAN_OUTPUTS),
    "arabic": texts_of("arabic", ARABIC_OUTPUTS),
    "turn": texts_of("turn", TURN_TEXTS),
    "room": texts_of("room", DESCRIPTIONS),
}
