"""What raters read, in German."""

from collections.abc import Mapping

GERMAN_MESSAGES: Mapping[str, str] = {
    # Texts and what they are judged by
    "heading.several": "Bitte lesen Sie jeden Text und beantworten Sie die Fragen dazu",
    "text.label": "Text {letter}",
    "text.only": "Der Text",
    "given.input": "Was der Text sagen soll",
    "given.picture": "Was der Text sagen soll, als Bild",
    "given.reference": "Ein Text mit der richtigen Bedeutung, zum Vergleich",
    "given.scene": "Die Szene",
    # Methods
    "scale.point": "{number}: {label}",
    "magnitude.standard": "Vergleichstext",
    "magnitude.worth": (
        "Der Vergleichstext hat den Wert {modulus}. Geben Sie einem doppelt so guten Text den doppelten Wert und "
        "einem halb so guten den halben."
    ),
    "magnitude.own": (
        "Geben Sie dem Vergleichstext eine beliebige Zahl. Mit ihm vergleichen Sie dann die anderen Texte."
    ),
    "magnitude.no_standard": (
        "Ein mittelguter Text hätte den Wert {modulus}. Geben Sie einem doppelt so guten Text den doppelten Wert und "
        "einem halb so guten den halben."
    ),
    "magnitude.hint": "Eine Zahl über 0, im Verhältnis zum Vergleichstext.",
    "magnitude.hint_worth": "Eine Zahl über 0; {modulus} bedeutet: so gut wie der Vergleichstext.",
    "rankme.ties": "Geben Sie gleich guten Texten die gleiche Zahl.",
    "ranking.ties": "Ordnen Sie die Texte, den besten zuerst. Gleich gute Texte dürfen sich einen Platz teilen.",
    "ranking.no_ties": "Ordnen Sie die Texte, den besten zuerst. Jeder Text braucht einen eigenen Platz.",
    "ranking.best": "Am besten",
    "ranking.worst": "Am schlechtesten",
    "pairwise.first": "Text {first} ist besser",
    "pairwise.second": "Text {second} ist besser",
    "pairwise.tie": "Beide sind gleich gut",
    "pairwise.both_bad": "Beide sind schlecht",
    "slider.how": "Bewegen Sie jeden Regler, auch wenn er schon an der richtigen Stelle steht.",
    "slider.ignore_form": "Bitte achten Sie nicht auf Formatierung, Leerzeichen, Großschreibung und Bindestriche.",
    "information.question": "Stimmt der Inhalt? Kreuzen Sie alles an, was zutrifft.",
    "information.added": "Der Text sagt etwas, das er nicht sagen soll",
    "information.missed": "Der Text lässt etwas weg, das er sagen soll",
    "information.wrong": "Der Text gibt etwas falsch wieder",
    "information.nothing": "Nichts davon: Der Inhalt stimmt",
    "coverage.ok": "Er sagt genau das, was er soll",
    "coverage.added": "Er fügt etwas hinzu",
    "coverage.missing": "Er lässt etwas weg",
    "coverage.both": "Beides: Er fügt etwas hinzu und lässt etwas weg",
    "spans.how": "Markieren Sie die falschen Wörter und sagen Sie dann, was daran falsch ist.",
    "spans.mark": "{category}, {severity}",
    "spans.missing": "[etwas fehlt]",
    "spans.no_errors": "Ich habe keine Fehler gefunden",
    "error.wrong_fact": "Falsche Angabe",
    "error.added_fact": "Angabe, die nicht hierher gehört",
    "error.missing_fact": "Fehlende Angabe",
    "error.repetition": "Wiederholung",
    "error.grammar": "Grammatik",
    "error.word_choice": "Falsches Wort",
    "error.unclear": "Unklar",
    "error.other": "Anderer Fehler",
    "severity.minor": "Leicht",
    "severity.major": "Schwer",
    "severity.critical": "Sehr schwer",
    "correction.hint": "Ändern Sie so wenig wie möglich.",
    "correction.or": "Oder kreuzen Sie dieses Kästchen an",
    "correction.nothing": "Es muss nichts geändert werden",
    "writing.hint": "Mindestens {fewest} Zeichen. Erlaubt sind Buchstaben, Ziffern und diese Zeichen: {signs}",
    "identification.begin_sequential": "Beschreibung zeigen",
    "identification.begin_simultaneous": "Beschreibung und Szene zeigen",
    "identification.begin_heard": "Szene zeigen und Beschreibung abspielen",
    "identification.proceed": "Gelesen. Szene zeigen",
    "describing.location": "Sie dürfen sagen, wo der Gegenstand ist.",
    "describing.no_location": (
        "Bitte sagen Sie nicht, wo der Gegenstand ist: Die andere Person sieht die Gegenstände an anderen Stellen."
    ),
    "describing.feedback": "Der Computer glaubt, dass Sie diesen Gegenstand meinen.",
    "marking.how": "Markieren Sie die Wörter, die den Gegenstand beschreiben, und wählen Sie, was sie über ihn sagen.",
    "marking.attribute": "{name}: {value}",
    "marking.across": "Spalte",
    "marking.down": "Reihe",
    "marking.other": "Etwas anderes über den Gegenstand",
    "marking.nothing": "Kein Wort sagt etwas über den Gegenstand",
    # Problems that a rater can fix
    "problem.unknown": "Diese Antwort gehört nicht zu dieser Seite. Bitte laden Sie die Seite neu.",
    "problem.too_long": "Das ist zu lang. Bitte verwenden Sie höchstens {most} Zeichen.",
    "problem.unreadable": "Das enthält unlesbare Zeichen. Bitte geben Sie es noch einmal ein.",
    "problem.too_fast": (
        "Das ging sehr schnell. Bitte nehmen Sie sich für diese Seite mindestens {seconds} Sekunden Zeit."
    ),
    "problem.missing": "{text}: Bitte geben Sie eine Antwort.",
    "problem.choice": "{text}: Bitte wählen Sie eine der Antworten.",
    "problem.box": "Bitte setzen oder entfernen Sie dieses Kreuz noch einmal.",
    "problem.tick": "{text}: Bitte kreuzen Sie an, was zutrifft, oder dass nichts zutrifft.",
    "problem.nothing_and_some": (
        "{text}: Sie haben etwas angekreuzt und zugleich, dass nichts zutrifft. Bitte entscheiden Sie sich."
    ),
    "problem.number": "{text}: Bitte geben Sie eine einfache Zahl wie 80 oder 120,5 ein, ohne Tausendertrennzeichen.",
    "problem.positive": "{text}: Bitte geben Sie eine Zahl über 0 ein.",
    "problem.huge": "{text}: Diese Zahl sieht nach einem Tippfehler aus. Bitte geben Sie höchstens {highest} ein.",
    "problem.slider": "{text}: Bitte bewegen Sie den Regler an die gewünschte Stelle.",
    "problem.place_missing": "{text}: Bitte geben Sie dem Text einen Platz.",
    "problem.tie": "{text}: Er hat denselben Platz wie {other}. Bitte geben Sie jedem Text einen eigenen Platz.",
    "problem.preference": "Bitte sagen Sie, welcher Text besser ist.",
    "problem.mark": "{text}: Bitte wählen Sie eine Markierung aus der Liste.",
    "problem.spans": "{text}: Die Markierungen waren nicht lesbar. Bitte markieren Sie die Wörter noch einmal.",
    "problem.overlap": "{text}: Zwei Markierungen überschneiden sich. Bitte entfernen Sie eine.",
    "problem.no_marks": "{text}: Bitte markieren Sie etwas, oder kreuzen Sie an, dass nichts zu markieren ist.",
    "problem.nothing_and_marks": (
        "{text}: Sie haben Wörter markiert und zugleich angekreuzt, dass nichts zu markieren ist. Bitte entscheiden "
        "Sie sich."
    ),
    "problem.correction_empty": "{text}: Bitte schreiben Sie den verbesserten Text.",
    "problem.unchanged": (
        "{text}: Sie haben nichts geändert. Bitte verbessern Sie den Text, oder kreuzen Sie an, dass nichts zu ändern "
        "ist."
    ),
    "problem.changed": (
        "{text}: Sie haben den Text geändert und zugleich angekreuzt, dass nichts zu ändern ist. Bitte entscheiden "
        "Sie sich."
    ),
    "problem.empty": "Bitte schreiben Sie hier etwas.",
    "problem.characters": (
        "Diese Zeichen sind hier nicht erlaubt: {characters}. Erlaubt sind Buchstaben, Ziffern und diese Zeichen: "
        "{signs}"
    ),
    "problem.short": "Das ist zu kurz: Es hat {length} Zeichen, nötig sind mindestens {fewest}. Ist alles gesagt?",
    "problem.twice": "Diesen Text gibt es schon. Bitte verwenden Sie eigene, andere Worte.",
    "problem.pointing": "Bitte klicken Sie den beschriebenen Gegenstand an.",
    "problem.time": (
        "Die Zeit konnte nicht gemessen werden. Bitte laden Sie die Seite neu und wiederholen Sie diese Aufgabe."
    ),
    # Criteria
    "criterion.quality.question": (
        "Wie gut ist dieser Text insgesamt? Achten Sie auf Grammatik und Stil und darauf, ob er das Richtige sagt."
    ),
    "criterion.quality.low": "Sehr schlecht",
    "criterion.quality.high": "Sehr gut",
    "criterion.quality.comparison": (
        "Welcher Text ist insgesamt besser? Achten Sie auf Grammatik und Stil und darauf, ob er das Richtige sagt."
    ),
    "criterion.naturalness.question": "Könnte jemand mit dieser Muttersprache den Text geschrieben haben?",
    "criterion.naturalness.low": "Auf keinen Fall",
    "criterion.naturalness.high": "Auf jeden Fall",
    "criterion.naturalness.comparison": (
        "Welcher Text klingt eher so, als hätte ihn jemand mit dieser Muttersprache geschrieben?"
    ),
    "criterion.informativeness.question": "Enthält der Text alle nützlichen Angaben, die er enthalten soll?",
    "criterion.informativeness.low": "Keine davon",
    "criterion.informativeness.high": "Alle",
    "criterion.informativeness.comparison": (
        "Welcher Text enthält mehr von den nützlichen Angaben, die er enthalten soll?"
    ),
    "criterion.appropriateness.question": "Wäre das hier eine passende Äußerung?",
    "criterion.appropriateness.low": "Ganz unpassend",
    "criterion.appropriateness.high": "Genau passend",
    "criterion.appropriateness.comparison": "Welcher Text wäre hier die passendere Äußerung?",
    "criterion.adequacy.question": (
        "Wie klar ist, was gemeint ist? Könnte jemand allein mit diesem Text das Richtige finden?"
    ),
    "criterion.adequacy.low": "Gar nicht klar",
    "criterion.adequacy.high": "Völlig klar",
    "criterion.adequacy.comparison": (
        "Welcher Text macht klarer, was gemeint ist, sodass man es allein damit finden kann?"
    ),
    "criterion.clarity.question": "Wie leicht ist zu verstehen, was mit dem Text gemeint ist?",
    "criterion.clarity.low": "Sehr schwer",
    "criterion.clarity.high": "Sehr leicht",
    "criterion.clarity.comparison": "Welcher Text ist leichter zu verstehen?",
    "criterion.fluency.question": "Wie gut liest sich dieser Text? Ist er in guter, flüssiger Sprache geschrieben?",
    "criterion.fluency.low": "Er liest sich sehr schlecht",
    "criterion.fluency.high": "Er liest sich sehr gut",
    "criterion.fluency.comparison": (
        "Welcher Text liest sich besser? Welcher ist in besserer, flüssigerer Sprache geschrieben?"
    ),
    "criterion.readability.question": "Wie gut liest sich dieser Text in seiner Sprache?",
    "criterion.readability.low": "Er ist unlesbar",
    "criterion.readability.high": "Er liest sich einwandfrei",
    "criterion.readability.comparison": "Welcher Text liest sich in seiner Sprache besser?",
    "criterion.meaning_similarity.question": "Wie gut gibt dieser Text die Bedeutung des grauen Textes wieder?",
    "criterion.meaning_similarity.low": "Gar nicht",
    "criterion.meaning_similarity.high": "Genau",
    "criterion.meaning_similarity.comparison": "Welcher Text gibt die Bedeutung des grauen Textes besser wieder?",
    "criterion.grammaticality.question": "Stimmt die Grammatik dieses Textes?",
    "criterion.grammaticality.low": "Voller Fehler",
    "criterion.grammaticality.high": "Keine Fehler",
    "criterion.grammaticality.comparison": "Welcher Text hat die bessere Grammatik?",
    "criterion.coherence.question": "Passen die Teile dieses Textes zusammen?",
    "criterion.coherence.low": "Gar nicht",
    "criterion.coherence.high": "Sehr gut",
    "criterion.coherence.comparison": "In welchem Text passen die Teile besser zusammen?",
    "criterion.usefulness.question": "Wie sehr würde dieser Text jemandem helfen, der diese Angaben braucht?",
    "criterion.usefulness.low": "Gar nicht",
    "criterion.usefulness.high": "Sehr",
    "criterion.usefulness.comparison": "Welcher Text würde jemandem, der die Angaben braucht, mehr helfen?",
    "criterion.coverage.question": "Sagt der Text genau das, was er soll?",
    "criterion.errors.question": "Welche Wörter des Textes sind falsch?",
    "criterion.correction.question": "Bitte verbessern Sie den Text.",
    "criterion.text.question": "Bitte schreiben Sie einen Text, der all dies mit Ihren eigenen Worten sagt.",
    "criterion.identification.question": (
        "Welcher Gegenstand ist beschrieben? Klicken Sie ihn an, sobald Sie es wissen."
    ),
    "criterion.description.question": (
        "Welcher Gegenstand ist im roten Rahmen? Beschreiben Sie ihn so, dass jemand anders ihn findet."
    ),
    "criterion.attributes.question": "Welche Wörter sagen was über den Gegenstand?",
}
