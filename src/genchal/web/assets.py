"""Style sheets and scripts of the pages: all our own, under an address that changes when they do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from importlib.resources import files

from genchal.pictures import write_stylesheet

MEDIA_TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}


@cache
def load_assets() -> Mapping[str, bytes]:
    """Every file by name; the style sheet of pictures is written by them."""
    folder = files("genchal.web") / "static"
    own = {file.name: file.read_bytes() for file in folder.iterdir() if file.name.endswith(tuple(MEDIA_TYPES))}
    return {**dict(sorted(own.items())), "pictures.css": write_stylesheet().encode()}


@cache
def hash_assets() -> str:
    """What all files together are called: files of a version never change, so browsers may keep them for ever."""
    content = blake2b(digest_size=8)
    for name, data in load_assets().items():
        content.update(name.encode() + b"\0" + data + b"\0")
    return content.hexdigest()
