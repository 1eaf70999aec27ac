"""Outputs that can hardly be meant: empty, all the same, with leftovers of generation or of conversion."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from genchal.domain import Instance, Submission, Text
from genchal.errors import counted
from genchal.tasks.checks import Answers
from genchal.tasks.findings import NAMED, Finding, Kind, shortened, together

REPEATED = 4  # outputs from which on it is odd that most are the same

# Delexicalised slots and special tokens of models, as they are left behind where filling them in went wrong.
PLACEHOLDER = re.compile(
    r"(?<!\w)X-(?!rays?\b)(?:[a-z]\w*|[A-Z_]{2,}\b)"
    r"|(?<!\w)__\w+?__(?!\w)"
    r"|\{\w+\}"
    r"|</?(?:s|unk|pad|eos|bos|sep|cls|name|slot|value)>"
    r"|\[(?:UNK|PAD|CLS|SEP|EOS|BOS|MASK)\]"
)
# What chats and reasoning models write around an answer, where a script did not take it away.
MARKUP = re.compile(
    r"</?(?:think|thinking|reasoning|thought|answer)>|<\|\w+\|>|<(?:start|end)_of_turn>|\[/?INST\]", re.IGNORECASE
)
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\ufffd]")
# UTF-8 that was read as Windows-1252 or Latin-1: a lead byte's character followed by those of the other bytes.
_TAIL = "[\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
MOJIBAKE = re.compile(f"[Â-ß]{_TAIL}|[à-ï]{_TAIL}{_TAIL}|[ð-ô]{_TAIL}{_TAIL}{_TAIL}")


def check_outputs(answers: Answers) -> list[Finding]:
    """Go through the outputs of one system."""
    findings = []
    if lines := answers.empty:
        remedy = "Write a text; an empty output is scored as a wrong one."
        findings.append(together(lines, "empty", "is empty", "are empty", remedy, "warning"))
    findings += _repeated(answers)
    findings += _copied(answers)
    findings += _matching(answers, PLACEHOLDER.search, "placeholder", "placeholders", "Fill in their values.")
    remedy = "Keep only what readers should see; everything else is scored, too."
    findings += _matching(answers, find_markup, "markup", "marks of a chat or of a reasoning model", remedy)
    remedy = "Remove them from the outputs."
    findings += _matching(answers, CONTROL.search, "characters", "control or lost characters", remedy)
    return findings + _damaged(answers)


def find_markup(text: str) -> re.Match[str] | None:
    """The first mark of a chat or of a reasoning model; most texts need not be searched."""
    return MARKUP.search(text) if "<" in text or "[" in text else None


def describe_markup(submission: Submission, instances: Sequence[Instance]) -> str | None:
    """Say how many outputs have such marks, and that they are scored; None if no output has one."""
    marks = [
        match[0]
        for place, text in zip(submission.instances, submission.outputs, strict=True)
        if text and (match := find_markup(text)) and not _occurs(match[0], instances[place])
    ]
    if not marks:
        return None
    have, are = ("has", "is") if len(marks) == 1 else ("have", "are")
    who = f"{submission.system.name}: {len(marks):,} of {counted(len(submission.outputs), 'output')}"
    return f"{who} {have} marks such as '{marks[0]}', which {are} scored, too"


def _repeated(answers: Answers) -> list[Finding]:
    """Tell if most outputs are the same text."""
    counts = Counter(text.strip() for _, text, _ in answers.texts() if text.strip())
    total = counts.total()
    text, times = counts.most_common(1)[0] if counts else ("", 0)
    if total < REPEATED or 2 * times <= total:
        return []
    line = next(record.line for record, one, _ in answers.texts() if one.strip() == text)
    share = f"all {total:,}" if times == total else f"{times:,} of {total:,}"
    problem = f"{share} outputs are the same: '{shortened(text)}'"
    return [Finding(line, "repeated", problem, "Check that the right outputs were written.", "warning")]


def _copied(answers: Answers) -> list[Finding]:
    """Tell if outputs are meaning representations; a text may well be answered with itself."""
    inputs = {str(instance.input) for instance in answers.instances if not isinstance(instance.input, Text)}
    lines = [record.line for record, text, _ in answers.texts() if text in inputs]
    remedy = "Check that the columns are not swapped."
    return [together(lines, "copied", "is an input", "are inputs", remedy, "warning")] if lines else []


def _matching(
    answers: Answers, search: Callable[[str], re.Match[str] | None], kind: Kind, what: str, remedy: str
) -> list[Finding]:
    """Tell where outputs match a pattern, unless the input or a reference has the very same."""
    found = [
        (record.line, match[0])
        for record, text, instance in answers.texts()
        if (match := search(text)) and not _occurs(match[0], instance)
    ]
    if not found:
        return []
    shown = f"{what}: {_named([text for _, text in found])}"
    return [together([line for line, _ in found], kind, f"has {shown}", f"have {shown}", remedy, "warning")]


def _named(texts: Sequence[str]) -> str:
    """The first few different ones of some texts."""
    return ", ".join(f"'{shortened(text)}'" for text in list(dict.fromkeys(texts))[:NAMED])


def _occurs(part: str, instance: Instance | None) -> bool:
    return instance is not None and (
        part in str(instance.input) or any(part in reference for reference in instance.references)
    )


def _damaged(answers: Answers) -> list[Finding]:
    """Find characters that were converted wrongly: those that the task repairs, and those that nobody does."""
    repaired, broken = [], []
    for record, text, instance in answers.texts():
        if text.isascii():
            continue
        scored = answers.task.repair(text)
        if scored != text:
            repaired.append(record.line)
        if (match := MOJIBAKE.search(scored)) and (meant := _meant(match[0])) and not _occurs(match[0], instance):
            broken.append((record.line, f"{match[0]}' for '{meant}"))
    findings = []
    if broken:
        shown = f"wrongly decoded characters: {_named([text for _, text in broken])}"
        lines = [line for line, _ in broken]
        remedy = "Write them again, reading and writing UTF-8."
        findings.append(together(lines, "mojibake", f"has {shown}", f"have {shown}", remedy, "warning"))
    if repaired:
        what = "wrongly decoded characters that the task knows"
        remedy = "Nothing to do: they are repaired before scoring."
        findings.append(together(repaired, "mojibake", f"has {what}", f"have {what}", remedy, "information"))
    return findings


def _meant(damaged: str) -> str | None:
    for encoding in ("cp1252", "latin-1"):
        try:
            return damaged.encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
    return None
