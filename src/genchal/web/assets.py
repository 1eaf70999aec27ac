"""Style sheets and scripts of the pages: all our own, under an address that changes when they do.

They are packed once, and kept by browsers for ever under the name of their version.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import PurePosixPath

from starlette.requests import Request
from starlette.responses import Response

from genchal.errors import NotFound
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


async def send_static_file(request: Request) -> Response:
    """GET /static/{version}/{name}: a file; one of another version is the newest all the same, but not for long."""
    name = request.path_params["name"]
    if name not in load_assets():
        raise NotFound("there is no such file", "Reload the page.")
    is_current = request.path_params["version"] == hash_assets()
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable" if is_current else "no-cache",
        "ETag": f'"{hash_assets()}"',
        "Vary": "Accept-Encoding",
    }
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    media_type = MEDIA_TYPES[PurePosixPath(name).suffix]
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(_packed(name), headers={**headers, "Content-Encoding": "gzip"}, media_type=media_type)
    return Response(load_assets()[name], headers=headers, media_type=media_type)


@cache
def _packed(name: str) -> bytes:
    return gzip.compress(load_assets()[name], mtime=0)
