"""What Python functions that score are given: lists and columns, files, or a frame as a whole."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from genchal.campaign.scoring.evidence import Evidence, gather_files, gather_lists
from genchal.campaign.scoring.request import Request
from genchal.domain.campaign import Reading
from genchal.errors import InvalidInput
from genchal.resources.files import write_whole
from genchal.text.tables.frames import Frame, is_frame, list_values, write_frame_lines

Texts = Sequence[str | None]
GivenOutputs = Texts | Mapping[str, Texts] | Path | Sequence[Path] | Frame
GivenReferences = Sequence[str | Sequence[str]] | Path | Sequence[Path] | None


def gather_given(
    outputs: GivenOutputs, references: GivenReferences, request: Request, task: str | None = None, seed: int = 1
) -> Evidence:
    """Measure lists, files (`pathlib.Path`), or a frame with the columns that a file of outputs has."""
    if is_frame(outputs):
        with spooled_frame(outputs) as path:
            return gather_files([path], Reading(references=list_paths(references), task=task), request, seed)
    if files := list_paths(outputs):
        return gather_files(files, Reading(references=list_paths(references), task=task), request, seed)
    if references is None or isinstance(references, Path) or list_paths(references):
        raise InvalidInput(
            "lists of outputs need lists of references", "Give one entry per output: a text or a list of texts."
        )
    return gather_lists(list_outputs(outputs), list_values(references), request, task)


def list_outputs(outputs: GivenOutputs) -> Texts | dict[str, Texts]:
    """Outputs as lists, whatever columns they come in; a single text is left for others to refuse."""
    if isinstance(outputs, Mapping):
        return {str(name): _listed(texts) for name, texts in outputs.items()}
    return _listed(outputs)  # type: ignore[arg-type]  # neither files nor a frame


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
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "frame.jsonl"
        write_whole(path, "".join(f"{line}\n" for line in write_frame_lines(frame)).encode())
        yield path


def _listed(texts: Texts) -> Texts:
    return texts if isinstance(texts, str) else list_values(texts)
