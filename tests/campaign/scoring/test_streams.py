"""Plain text as a stream: what becomes of files that are not what they were when their lines were counted."""

import gzip
import io
from pathlib import Path

import pytest

from genchal.campaign.scoring.evidence import gather_files, gather_streams
from genchal.campaign.scoring.request import make_request
from genchal.campaign.scoring.streams import open_streams
from genchal.domain.campaign import Reading
from genchal.errors import InvalidInput

LINES = "a walk\nthe river\na bridge\n"
BLOCKS = "a walk\n\nthe river\na river\n\na bridge\n"
REQUEST = make_request("exact_match")


@pytest.mark.parametrize("suffix", ["", ".gz"])
@pytest.mark.parametrize(
    ("references", "changed"),
    [
        (LINES, {"outputs": "a walk\n"}),
        (LINES, {"references": "a walk\n"}),
        (LINES, {"outputs": "a walk\n", "references": "a walk\n"}),
        (BLOCKS, {"references": "a walk\n\nthe river\n"}),
    ],
)
def test_a_file_that_becomes_shorter_while_it_is_read_is_an_error(
    tmp_path: Path, suffix: str, references: str, changed: dict[str, str]
) -> None:
    def write(name: str, text: str) -> Path:
        path = tmp_path / f"{name}.txt{suffix}"
        path.write_bytes(gzip.compress(text.encode()) if suffix else text.encode())
        return path

    streams = open_streams([write("outputs", LINES)], [write("references", references)], None)
    assert streams is not None and streams.segments == 3
    for name, text in changed.items():
        write(name, text)
    with pytest.raises(InvalidInput, match=r"s\.txt.*: it has changed while it was read. Run the same command again"):
        gather_streams(streams, REQUEST)


def test_standard_input_is_called_so_in_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outputs, references = tmp_path / "outputs.txt", tmp_path / "references.txt"
    outputs.write_text(LINES, encoding="utf-8")
    references.write_text(LINES, encoding="utf-8")
    for others, problem in (((), "6 lines in 1 block"), ((references,), "6 references")):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO((LINES + LINES).encode())))
        with pytest.raises(InvalidInput, match=rf"^stdin: {problem} for 3 outputs of outputs"):
            gather_files([outputs], Reading((*others, Path("-"))), REQUEST)
