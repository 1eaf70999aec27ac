"""What is said about inputs that have what training did not."""

from genchal.generators.neural.data.meanings import Delexicalisation, Fact
from genchal.generators.neural.data.sources import Codec
from genchal.generators.neural.data.unseen import describe_empty, describe_unfilled, describe_unseen


def test_what_training_did_not_have_is_counted() -> None:
    known = ((Fact("name", "Alba"), Fact("area", "town")), "Alba is in the town.")
    codec = Codec.learn("facts", "words", Delexicalisation(frozenset({"name"})), [known], copies=False)
    inputs = [
        (Fact("name", "Bero"), Fact("area", "moon")),  # names are placeholders, so that any name can be said
        (Fact("area", "moon"), Fact("pool", "heated")),
        (Fact("word to use", "steep"),),  # planned: not a part of the input
    ]
    assert describe_unseen(codec, inputs) == [
        "slots that training did not have are not said, or something else is: pool (1 x)",
        "values that training did not have are not said, or something else is: area[moon] (2 x)",
        "inputs without a slot have outputs about nothing: 1",
    ]
    assert describe_unseen(codec, [known[0]]) == []
    (long,) = describe_unseen(codec, [(Fact("area", "moon" * 99),)])
    assert long.endswith(f": area[{'moon' * 13}... (1 x)")
    copying = Codec.learn("facts", "words", Delexicalisation(frozenset()), [known], copies=True)
    assert not any("values" in sentence for sentence in describe_unseen(copying, inputs))
    written = [(inputs[0], ["{name}", "is", "here"]), (inputs[1], ["{name}", "{x}", "is", "here"])]
    assert describe_unfilled(codec, written) == ["placeholders without a value are left in outputs: {name} (1 x)"]


def test_outputs_without_a_word_are_counted() -> None:
    assert describe_empty(["Alba.", None, " ", ""]) == ["outputs without a word: 2"]
    assert describe_empty(["Alba.", None]) == []
