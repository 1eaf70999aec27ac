"""What raters read, in English."""

from collections.abc import Mapping

ENGLISH_MESSAGES: Mapping[str, str] = {
    # Texts and what they are judged by
    "heading.several": "Please read each text and answer the questions about it",
    "text.label": "Text {letter}",
    "text.only": "The text",
    "given.input": "What the text should say",
    "given.picture": "What the text should say, as a picture",
    "given.reference": "A text with the correct meaning, for comparison",
    "given.scene": "The scene",
    # Methods
    "scale.point": "{number}: {label}",
    "magnitude.standard": "Reference text",
    "magnitude.worth": (
        "The reference text has a value of {modulus}. Give a text that is twice as good twice that value, and a text "
        "that is half as good half of it."
    ),
    "magnitude.own": "Give the reference text any number you like. You will then rate the other texts relative to it.",
    "magnitude.no_standard": (
        "A text of average quality would have a value of {modulus}. Give a text that is twice as good twice that "
        "value, and a text that is half as good half of it."
    ),
    "magnitude.hint": "Any number above 0, relative to the reference text.",
    "magnitude.hint_worth": "Any number above 0; {modulus} means it is as good as the reference text.",
    "rankme.ties": "If texts are equally good, give them the same number.",
    "ranking.ties": "Put the texts in order, best first. Texts that are equally good can share a place.",
    "ranking.no_ties": "Put the texts in order, best first. Each text needs a place of its own.",
    "ranking.best": "Best",
    "ranking.worst": "Worst",
    "pairwise.first": "Text {first} is better",
    "pairwise.second": "Text {second} is better",
    "pairwise.tie": "Both are equally good",
    "pairwise.both_bad": "Both are bad",
    "slider.how": "Move every slider, even if you want it to stay where it starts.",
    "slider.ignore_form": "Please ignore formatting, spacing, capital letters and hyphens.",
    "information.question": "Is the information correct? Tick all that apply.",
    "information.added": "It says something it should not say",
    "information.missed": "It leaves out something it should say",
    "information.wrong": "It gets something wrong",
    "information.nothing": "None of these: the information is correct",
    "coverage.ok": "It says exactly what it should",
    "coverage.added": "It adds something",
    "coverage.missing": "It leaves something out",
    "coverage.both": "Both: it adds something and leaves something out",
    "spans.how": "Mark the words that are wrong, then say what is wrong with them.",
    "spans.mark": "{category}, {severity}",
    "spans.missing": "[something is missing]",
    "spans.no_errors": "I found no errors",
    "error.wrong_fact": "Wrong fact",
    "error.added_fact": "Fact that should not be there",
    "error.missing_fact": "Missing fact",
    "error.repetition": "Repetition",
    "error.grammar": "Grammar",
    "error.word_choice": "Wrong word",
    "error.unclear": "Unclear",
    "error.other": "Other error",
    "severity.minor": "Minor",
    "severity.major": "Major",
    "severity.critical": "Critical",
    "correction.hint": "Change as little as possible.",
    "correction.or": "Or tick this box",
    "correction.nothing": "Nothing needs to be changed",
    "writing.hint": "At least {fewest} characters. You can use letters, digits and these characters: {signs}",
    "identification.begin_sequential": "Show the description",
    "identification.begin_simultaneous": "Show the description and the scene",
    "identification.begin_heard": "Show the scene and play the description",
    "identification.proceed": "I have read it. Show the scene",
    "describing.location": "You can say where the object is.",
    "describing.no_location": (
        "Please do not say where the object is: the other person sees the objects in different places."
    ),
    "describing.feedback": "The computer thinks you mean this object.",
    "marking.how": "Mark the words that describe the object, then choose what they say about it.",
    "marking.attribute": "{name}: {value}",
    "marking.across": "column",
    "marking.down": "row",
    "marking.other": "Something else about the object",
    "marking.nothing": "None of the words says anything about the object",
    # Problems that a rater can fix
    "problem.unknown": "This answer does not belong to this page. Please reload the page.",
    "problem.too_long": "This is too long. Please use at most {most} characters.",
    "problem.unreadable": "This contains characters that cannot be read. Please type it again.",
    "problem.too_fast": "That was very quick. Please spend at least {seconds} seconds on this page.",
    "problem.missing": "{text}: please give an answer.",
    "problem.choice": "{text}: please choose one of the answers.",
    "problem.box": "Please tick or untick this box again.",
    "problem.tick": "{text}: please tick everything that applies, or tick that nothing does.",
    "problem.nothing_and_some": (
        "{text}: you have ticked something, and also that nothing applies. Please keep only one."
    ),
    "problem.number": "{text}: please enter a plain number, such as 80 or 120.5, without thousands separators.",
    "problem.positive": "{text}: please enter a number above 0.",
    "problem.huge": "{text}: this number looks like a typo. Please enter at most {highest}.",
    "problem.slider": "{text}: please move the slider to where you want it.",
    "problem.place_missing": "{text}: please give it a place in the order.",
    "problem.tie": "{text}: it has the same place as {other}. Please give each text a place of its own.",
    "problem.preference": "Please say which text is better.",
    "problem.mark": "{text}: please choose one of the marks in the list.",
    "problem.spans": "{text}: the marks could not be read. Please mark the words again.",
    "problem.overlap": "{text}: two marks cover the same words. Please remove one of them.",
    "problem.no_marks": "{text}: please mark something, or tick that there is nothing to mark.",
    "problem.nothing_and_marks": (
        "{text}: you have marked words, and also ticked that there is nothing to mark. Please keep only one."
    ),
    "problem.correction_empty": "{text}: please write the corrected text.",
    "problem.unchanged": (
        "{text}: you have not changed anything. Please correct the text, or tick that nothing needs to be changed."
    ),
    "problem.changed": (
        "{text}: you have changed the text, and also ticked that nothing needs to be changed. Please keep only one."
    ),
    "problem.empty": "Please write something here.",
    "problem.characters": (
        "These characters cannot be used here: {characters}. You can use letters, digits and these characters: {signs}"
    ),
    "problem.short": (
        "This is too short: it has {length} characters but needs at least {fewest}. Does it say everything?"
    ),
    "problem.twice": "This text has been written before. Please use your own, different words.",
    "problem.pointing": "Please click the object that is described.",
    "problem.time": "The time could not be measured. Please reload the page and do this one again.",
    # Criteria
    "criterion.quality.question": (
        "Overall, how good is this text? Consider its grammar, how well it reads, and whether it says the right things."
    ),
    "criterion.quality.low": "Very bad",
    "criterion.quality.high": "Very good",
    "criterion.quality.comparison": (
        "Overall, which text is better? Consider the grammar, how well it reads, and whether it says the right things."
    ),
    "criterion.naturalness.question": "Could a native speaker have written this text?",
    "criterion.naturalness.low": "Definitely not",
    "criterion.naturalness.high": "Definitely",
    "criterion.naturalness.comparison": "Which text sounds more like it was written by a native speaker?",
    "criterion.informativeness.question": "Does the text give all the useful information it should?",
    "criterion.informativeness.low": "None of it",
    "criterion.informativeness.high": "All of it",
    "criterion.informativeness.comparison": "Which text gives more of the useful information it should give?",
    "criterion.appropriateness.question": "Would this be an appropriate thing to say here?",
    "criterion.appropriateness.low": "Not appropriate at all",
    "criterion.appropriateness.high": "Perfectly appropriate",
    "criterion.appropriateness.comparison": "Which text would be the more appropriate thing to say here?",
    "criterion.adequacy.question": (
        "How clear is it what is meant? Could somebody find the right one from this text alone?"
    ),
    "criterion.adequacy.low": "Not clear at all",
    "criterion.adequacy.high": "Perfectly clear",
    "criterion.adequacy.comparison": (
        "Which text makes it clearer what is meant, so that somebody could find the right one from the text alone?"
    ),
    "criterion.clarity.question": "How easy is it to understand what the text means?",
    "criterion.clarity.low": "Very hard",
    "criterion.clarity.high": "Very easy",
    "criterion.clarity.comparison": "Which text is easier to understand?",
    "criterion.fluency.question": "How well does this text read? Is the language good and fluent?",
    "criterion.fluency.low": "It reads very badly",
    "criterion.fluency.high": "It reads very well",
    "criterion.fluency.comparison": "Which text reads better? In which one is the language better and more fluent?",
    "criterion.readability.question": "How well does this text read as a text in its language?",
    "criterion.readability.low": "It is unreadable",
    "criterion.readability.high": "It reads perfectly",
    "criterion.readability.comparison": "Which text reads better as a text in its language?",
    "criterion.meaning_similarity.question": "How well does this text express the meaning of the grey text?",
    "criterion.meaning_similarity.low": "Not at all",
    "criterion.meaning_similarity.high": "Exactly",
    "criterion.meaning_similarity.comparison": "Which text better expresses the meaning of the grey text?",
    "criterion.grammaticality.question": "Is the grammar of this text correct?",
    "criterion.grammaticality.low": "Full of errors",
    "criterion.grammaticality.high": "No errors",
    "criterion.grammaticality.comparison": "Which text has the better grammar?",
    "criterion.coherence.question": "Do the parts of this text fit together?",
    "criterion.coherence.low": "Not at all",
    "criterion.coherence.high": "Very well",
    "criterion.coherence.comparison": "In which text do the parts fit together better?",
    "criterion.usefulness.question": "How much would this text help somebody who needs the information?",
    "criterion.usefulness.low": "Not at all",
    "criterion.usefulness.high": "Very much",
    "criterion.usefulness.comparison": "Which text would be more helpful to somebody who needs the information?",
    "criterion.coverage.question": "Does the text say exactly what it should?",
    "criterion.errors.question": "Which words of the text are wrong?",
    "criterion.correction.question": "Please correct the text.",
    "criterion.text.question": "Please write a text that says all of this, in your own words.",
    "criterion.identification.question": "Which object is described? Click it as soon as you know.",
    "criterion.description.question": (
        "Which object is in the red frame? Describe it so that somebody else can find it."
    ),
    "criterion.attributes.question": "Which words say what about the object?",
}
