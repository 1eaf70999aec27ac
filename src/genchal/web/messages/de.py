"""The pages in German."""

from __future__ import annotations

from collections.abc import Mapping

GERMAN_MESSAGES: Mapping[str, str] = {
    "skip": "Zur Aufgabe springen",
    "progress": "Seite {number} von {total}",
    "progress.open": "Seite {number}",
    "progress.practice": "Übungsseite {number}",
    "progress.practice_of": "Übungsseite {number} von {total}",
    "practice.note": "Diese Seite ist zum Üben. Ihre Antworten hier zählen nicht.",
    "instructions": "Anleitung",
    "instructions.again": "Anleitung noch einmal zeigen",
    "instructions.begin": "Beginnen",
    "consent": "Bevor Sie beginnen",
    "consent.agree": "Ich bin einverstanden, weiter",
    "consent.decline": "Ich bin nicht einverstanden",
    "consent.default": (
        "Wir laden Sie ein, an einer Studie über Texte teilzunehmen, die von Computern oder von Menschen geschrieben "
        "wurden. Sie lesen Texte und sagen, was Sie von ihnen halten.\n\n"
        "- Die Teilnahme ist freiwillig. Sie können jederzeit aufhören, indem Sie die Seite schließen.\n"
        "- Wir speichern Ihre Antworten und wie lange Sie dafür gebraucht haben unter einer Nummer, nicht unter Ihrem "
        "Namen.\n"
        "- Antworten können für die Forschung veröffentlicht werden, ohne Angaben, die auf Sie schließen lassen.\n\n"
        "Wenn Sie einverstanden sind, machen Sie bitte weiter."
    ),
    "eligibility": "Zuerst ein paar Fragen",
    "eligibility.note": "Wir speichern nur, ob Sie teilnehmen können, nicht Ihre Antworten.",
    "continue": "Weiter",
    "send": "Absenden und weiter",
    "order.place": "Platz von {text}",
    "order.no_place": "Platz wählen",
    "spans.no_mark": "Nicht markiert",
    "spans.word": "Markierung von „{word}“",
    "live_order": "Ihre Reihenfolge bisher",
    "live_order.empty": "Hier erscheinen die Texte, sobald Sie Zahlen eingeben.",
    "sound.none": "Zu dieser Beschreibung gibt es keine Tondatei.",
    "no_script": (
        "Diese Seite braucht JavaScript, um Zeiten zu messen. Bitte schalten Sie es ein und laden Sie die Seite neu."
    ),
    "problems": "Bitte prüfen Sie das noch einmal",
    "thanks": "Vielen Dank!",
    "thanks.note": "Alle Ihre Antworten sind gespeichert. Sie können diese Seite jetzt schließen.",
    "thanks.code": "Ihr Abschlusscode",
    "thanks.return": "Zurück zur Plattform, um abzuschließen",
    "no_work": "Es gibt nichts mehr zu tun",
    "no_work.note": "Danke für Ihr Interesse. Im Moment sind alle Seiten dieser Studie vergeben.",
    "no_work.again": (
        "Seiten, die andere nicht abschließen, werden wieder frei. Sie können später noch einmal nachsehen."
    ),
    "declined": "Sie haben der Teilnahme nicht zugestimmt",
    "declined.note": "Über Sie wurde nichts gespeichert. Sie können diese Seite jetzt schließen.",
    "screened_out": "Danke für Ihr Interesse",
    "screened_out.note": (
        "Diese Studie sucht andere Teilnehmende, daher können Sie nicht mitmachen. "
        "Sie können diese Seite jetzt schließen."
    ),
    "answered": "Sie haben diese Seite schon beantwortet",
    "answered.note": "Ihre Antworten sind gespeichert und können nicht noch einmal gesendet werden.",
    "error": "Etwas ist schiefgegangen",
    "error.kept": "Ihre bisherigen Antworten bleiben erhalten.",
    "error.again": "Noch einmal versuchen",
    "picture.slot_map": "Die Angaben als Karte mit Symbolen",
    "picture.cards": "Die Angaben als Karten",
    "picture.scene": "Szene mit Gegenständen",
    "picture.tree": "Baum aus Wörtern",
    "picture.place": "Gegenstand in Zeile {row}, Spalte {column}",
    "picture.framed": "{name}, rot umrahmt",
    "script.unanswered": "Bitte geben Sie eine Antwort.",
    "script.unanswered_slider": "Bitte bewegen Sie den Regler, oder klicken Sie ihn an, wenn er dort bleiben soll.",
    "script.draft_saved": "Entwurf gespeichert",
    "script.draft_kept": "Entwurf auf diesem Gerät gespeichert",
    "script.sending": "Wird gesendet …",
    "script.kept": "Auf diesem Gerät gespeichert. Gesendet wird, sobald Sie wieder online sind.",
    "script.kept_busy": (
        "Auf diesem Gerät gespeichert. Die Studie antwortet gerade nicht; neuer Versuch in {seconds} s."
    ),
    "script.not_kept": (
        "Das konnte noch nicht gesendet werden. Bitte lassen Sie diese Seite offen; wir versuchen es noch einmal."
    ),
    "script.late_sent": "Antworten, die auf diesem Gerät gespeichert waren, wurden jetzt gesendet.",
    "script.late_problem": "Antworten, die auf diesem Gerät gespeichert sind, müssen Sie noch einmal prüfen.",
    "script.open": "Diese Seite öffnen",
    "script.refused": (
        "Ihre Antworten konnten nicht angenommen werden. Bitte laden Sie die Seite neu; sie sind noch da."
    ),
    "script.sent_elsewhere": "Diese Seite wurde schon in einem anderen Fenster gesendet.",
    "script.go_on": "Weiter",
    "script.wait": "Absenden in {seconds} s möglich",
    "script.next": "Weiter",
    "script.back": "Zurück",
    "script.item_of": "{number} von {total}",
    "script.untouched": "noch keine Antwort",
    "script.too_few": "{length} von mindestens {fewest} Zeichen",
    "script.enough": "{length} Zeichen",
    "script.too_many": "{length} Zeichen: höchstens {most}",
    "script.illegal": "Bitte entfernen: {characters}",
    "script.unplaced": "Noch ohne Platz",
    "script.how_to_place": (
        "Klicken Sie die Texte der Reihe nach an, den besten zuerst. Danach können Sie sie ziehen oder mit den "
        "Pfeilen bewegen."
    ),
    "script.place_next": "{text} als Nächstes einordnen",
    "script.up": "{text} nach oben",
    "script.down": "{text} nach unten",
    "script.tie": "{text} ist so gut wie der Text darüber",
    "script.remove": "{text} aus der Reihenfolge nehmen",
    "script.drag": "{text} ziehen oder mit den Pfeiltasten bewegen",
    "script.placed": "{text}: Platz {place} von {total}",
    "script.tied": "{text}: geteilter Platz {place} von {total}",
    "script.taken_out": "{text}: ohne Platz",
    "script.words": "Wörter des Textes",
    "script.how_to_mark": (
        "Klicken Sie ein Wort an, um es zu markieren; klicken Sie ein weiteres an, um die Markierung zu erweitern."
    ),
    "script.how_to_mark_keys": (
        "Oder benutzen Sie die Pfeiltasten; halten Sie die Umschalttaste gedrückt, um die Markierung zu erweitern."
    ),
    "script.selected": "Ausgewählt: „{words}“",
    "script.severity": "Wie schlimm ist es?",
    "script.category": "Was ist es?",
    "script.unselect": "Abbrechen",
    "script.unmark": "Markierung von „{words}“ entfernen",
    "script.unmark_short": "Entfernen",
    "script.mark": "„{words}“: {mark}",
    "script.marks": "Markierungen",
    "script.marked": "Markiert: {mark}",
    "script.unmarked": "Die Markierung ist entfernt.",
    "script.found": "Ihre Antwort wurde erfasst.",
    "script.no_sound": (
        "Der Ton ließ sich nicht abspielen. Bitte prüfen Sie die Verbindung und versuchen Sie es noch einmal."
    ),
    "script.no_speech": "Dieser Browser kann nicht vorlesen. Bitte verwenden Sie einen anderen.",
    "script.copy": "Code kopieren",
    "script.copied": "Kopiert",
}
