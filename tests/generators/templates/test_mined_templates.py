"""Templates mined from whole references: what the generator `mined_templates` promises."""

from genchal.generators.templates.mined_templates import MinedTemplates
from slot_inputs import TRAIN, instance, outputs, rng


def test_mined_templates_say_the_values_of_the_input() -> None:
    found = outputs(MinedTemplates(), *[instance("name=Elm Walk; effort=hard")] * 40)
    assert set(found) == {"Elm Walk is hard.", "A hard walk: Elm Walk!"}


def test_mined_templates_keep_yes_and_no_apart() -> None:
    assert outputs(MinedTemplates(), instance("name=Elm Walk; dogs=no"), instance("name=Elm Walk; dogs=yes")) == [
        "No dogs on Elm Walk.",
        "Bring your dog to Elm Walk.",
    ]


def test_mined_templates_drop_references_that_do_not_show_every_value() -> None:
    # "You will sweat on Fox Way." does not contain "hard", so nothing is learnt from it.
    fitted = MinedTemplates().fitted(TRAIN, [], rng())
    assert all("sweat" not in template for templates in fitted._templates.values() for template in templates)


def test_the_language_model_chooses_the_same_template_every_time() -> None:
    found = outputs(MinedTemplates(choice="lm"), *[instance("name=Elm Walk; effort=hard")] * 20)
    assert len(set(found)) == 1


def test_mined_templates_never_say_what_the_input_does_not() -> None:
    assert outputs(MinedTemplates(), instance("name=Elm Walk")) == [None]
    assert outputs(MinedTemplates(), instance("name=Elm Walk; effort=easy; food=pub"))[0] is not None


def test_a_slot_that_occurs_again_has_a_place_for_each_of_its_values() -> None:
    train = [
        instance("name=Fox; dish=soup; dish=pie", "Fox has soup and pie."),
        instance("name=Owl; dish=tea", "Owl has tea."),
    ]
    two, one, twice = "dish=fish; name=Elm; dish=cake", "name=Elm; dish=rice", "dish=rice; name=Elm; dish=rice"
    found = outputs(MinedTemplates(), *map(instance, (two, one, twice)), train=train)
    assert found == ["Elm has fish and cake.", "Elm has rice.", "Elm has rice."]
