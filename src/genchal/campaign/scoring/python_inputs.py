"""What Python functions that score are given: lists and columns, files, or a frame as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeGuard

from genchal.campaign.scoring.evidence import Evidence, gather_files, gather_lists
from genchal.campaign.scoring.request import Request
from genchal.domain.campaign import Reading
from genchal.errors import InvalidInput
from genchal.resources.files import kept_for_now
from genchal.text.tables.frames import Frame, is_frame, list_values, write_frame_lines

Texts = Sequence[str | None]
GivenOutputs = Texts | Mapping[str, Texts] | Path | Sequence[Path] | Frame
GivenReferences = Sequence[str | Sequence[str] | None] | Path | Sequence[Path] | None
NO_TEXT = "Convert it with str(), or give None where there is none."


def gather_given(
    outputs: GivenOutputs, references: GivenReferences, request: Request, task: str | None = None, seed: int = 1
) -> Evidence:
    """Measure lists, files (`pathlib.Path`), or a frame with the columns that a file of outputs has."""
    files = list_paths(outputs)
    if (is_frame(outputs) or files) and references is not None and not list_paths(references):
        given = "a frame has a column for them" if is_frame(outputs) else "files of outputs need files of references"
        remedy = "Put them there, or give outputs and references as lists in the same order."
        raise InvalidInput(f"references are of the type {type(references).__name__}, but {given}", remedy)
    if is_frame(outputs):
        with spooled_frame(outputs) as path:
            return gather_files([path], Reading(references=list_paths(references), task=task), request, seed)
    if files:
        return gather_files(files, Reading(references=list_paths(references), task=task), request, seed)
    if references is None or isinstance(references, Path) or list_paths(references):
        raise InvalidInput(
            "lists of outputs need lists of references", "Give one entry per output: a text or a list of texts."
        )
    return gather_lists(list_outputs(outputs), list_references(references), request, task)


def list_outputs(outputs: GivenOutputs) -> Texts | dict[str, Texts]:
    """Outputs as lists, whatever columns they come in; a single text is left for others to refuse."""
    if isinstance(outputs, Mapping):
        return {str(name): _list_texts(texts, f"outputs of system '{name}'") for name, texts in outputs.items()}
    return _list_texts(outputs, "outputs")


def list_references(references: object) -> list[tuple[str, ...]]:
    """References of every output: a text, several, or none (None, NaN)."""
    remedy = "Give one entry per output, in the order of the outputs: a text or a list of texts."
    if isinstance(references, Mapping):
        raise InvalidInput("references are a mapping, but outputs in lists have no ids to find in its keys", remedy)
    if is_frame(references) or not _is_listed(references):
        raise InvalidInput(f"references are of the type {type(references).__name__}, and no list", remedy)
    found = []
    for number, entry in enumerate(list_values(references), start=1):
        texts = [entry] if isinstance(entry, str) else list_values(entry) if _is_listed(entry) else [entry]
        _check_texts(texts, f"entry {number} of the references")
        found.append(tuple(text for text in texts if text is not None))
    return found


def list_paths(given: object) -> tuple[Path, ...]:
    """The files that were given; none if it is something else."""
    if isinstance(given, Path):
        return (given,)
    if isinstance(given, list | tuple) and given and all(isinstance(path, Path) for path in given):
        return tuple(given)
    return ()


@contextmanager
def spooled_frame(frame: Frame) -> Iterator[Path]:
    """A frame as a file that exists as long as it is needed: it is read by the rules for files."""
    lines = "".join(f"{line}\n" for line in write_frame_lines(frame))
    with kept_for_now("frame.jsonl", lines.encode()) as path:
        yield path


def _list_texts(texts: object, what: str) -> Texts:
    if isinstance(texts, str):
        return texts
    if not _is_listed(texts):
        problem = f"{what} are of the type {type(texts).__name__}, and no list"
        raise InvalidInput(problem, "Give a list of texts, one per instance.")
    listed = list_values(texts)
    for number, text in enumerate(listed, start=1):
        _check_texts([text], f"entry {number} of the {what}")
    return listed


def _is_listed(given: object) -> TypeGuard[Iterable[Any]]:
    """Whether something has entries in an order: a list, an array, a column of a frame."""
    return isinstance(given, Iterable) and not isinstance(given, str | bytes | Mapping | Set)


def _check_texts(texts: Sequence[object], what: str) -> None:
    """Refuse what is no text, such as numbers and bytes."""
    for text in texts:
        if text is not None and not isinstance(text, str):
            raise InvalidInput(f"{what} is no text, but of the type {type(text).__name__}: {text!r}", NO_TEXT)
