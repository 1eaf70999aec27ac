"""What a run wrote, so that two runs can be compared byte by byte."""

import json
from pathlib import Path


def read_written(folder: Path) -> dict[str, bytes]:
    """Results and report by their names; of a trained model all but what its training cost, which differs each time."""
    kinds = (folder / "results", folder / "report")
    files = sorted(path for kind in kinds for path in kind.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): _read(path) for path in files}


def _read(path: Path) -> bytes:
    content = path.read_bytes()
    if path.suffix != ".safetensors":
        return content
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + size])
    del header["__metadata__"]["costs"]
    return json.dumps(header).encode() + content[8 + size :]
