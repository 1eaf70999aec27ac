"""Style sheets and scripts: packed once, and kept by browsers for ever under the name of their version."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import PurePosixPath

from starlette.requests import Request
from starlette.responses import Response

from genchal.errors import NotFound
from genchal.web.assets import MEDIA_TYPES, hash_assets, load_assets


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
