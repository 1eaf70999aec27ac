"""Invented items for the gallery: restaurants, a dialogue turn, rooms with furniture. All of it is our own.

One restaurant is described in German, whose words are long, and one in Arabic, which is written from the right.
"""

from __future__ import annotations

from genchal.domain.inputs import Act, Attribute, DialogueAct, Entity, Scene, SlotValues, Text
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


PROMPT = Text(
    "My nephew is nine and asks why the sea is salty but rivers are not. Explain it to him so that he can tell it at "
    "school, with an experiment that we can do in the kitchen, and a short program that shows how the salt adds up."
)
# Answers of some 300 words as language models write them: headings, lists, a table, code.
ANSWERS = (
    """## Why the sea is salty

Imagine that rain is a **very slow thief**. When it falls on mountains, it takes tiny crumbs of the rock with it. \
Some of these crumbs are *salts*. They are so small that you cannot see them, and there are so few of them in a \
river that you cannot taste them either.

1. Rain falls on rocks and takes a little salt.
2. Rivers carry the salt to the sea:
   - a small river brings little,
   - a large one brings a lot.
3. The sun warms the sea. Water rises as vapour, but the salt **stays behind**.
4. The vapour becomes clouds, and it all begins again.

This has been going on for hundreds of millions of years. A river is like a spoon; the sea is like a bowl into \
which somebody has emptied spoons since before there were dinosaurs.

### An experiment for the kitchen

| what you need | how much |
|---|---|
| warm water | one glass |
| salt | two tea spoons |
| a dark plate | one |

Stir the salt into the water until you cannot see it. Pour a little on the plate and put it on the window sill. \
After a day or two the water has gone, and white crystals are left on the plate. That is what happens in the sea.

### A small program

```python
salt_in_the_sea = 0
for year in range(1, 1_000_001):
    salt_in_the_sea += 4  # thousand million tonnes that rivers bring
print("after a million years:", salt_in_the_sea)
```

> Tell your class: "Rivers are salty too, just so little that nobody notices."

If he asks where the salt goes in the end: some of it sinks to the ground and becomes rock again, so that the sea \
does not get saltier for ever. More is on the [pages of the museum](https://example.org/sea).""",
    """The sea is salty because of rocks. Rain dissolves minerals from them and rivers carry these into the \
ocean, where the water evaporates and the minerals remain, which means that over a very long time the \
concentration has become high enough to be tasted, whereas rivers are always refilled with fresh rain and \
therefore contain hardly any of it.

For the experiment, dissolve salt in water and let it evaporate. **Be careful with hot water.** You can use a \
plate, and you should wait for a day. The salt that remains is the proof.

- Rivers: fresh, because they are always moving and refilled.
- Sea: salty, because nothing leaves it but pure water.
- Dead Sea: saltier still, because it has no way out.

```
while True:
    sea.salt += river.salt
```

There are also vents at the bottom of the sea, where hot water comes out of the ground with minerals in it. They \
add to the salt as well. Scientists have measured that a litre of sea water has about 35 grams of salt in it, which \
is some six tea spoons. If one took all the salt out of the sea and spread it on the land, the layer would be \
higher than a house of forty floors.

At school he can say that the sea is the place where everything ends that rivers have taken along on their way, and \
that the sun takes only the water back. That is a sentence that other children understand, and it is right. If the \
teacher asks for a number, he can say that rivers bring about four thousand million tonnes of dissolved salts every \
year, and that about as much is bound again in the ground of the sea, in shells and in clay, so that the sea is \
about as salty today as it was when there were dinosaurs.""",
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
    "prompt": Subject("prompt", PROMPT, (ANSWERS[0],)),
    "room": Subject("room", ROOM, (DESCRIPTIONS[0],)),
}
ITEMS = {
    "restaurant": texts_of("restaurant", OUTPUTS),
    "german": texts_of("german", GERMAN_OUTPUTS),
    "arabic": texts_of("arabic", ARABIC_OUTPUTS),
    "turn": texts_of("turn", TURN_TEXTS),
    "prompt": texts_of("prompt", ANSWERS),
    "room": texts_of("room", DESCRIPTIONS),
}
