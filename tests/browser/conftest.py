"""One server for all studies, and one inspection of all pages that are met in them."""

from collections.abc import Iterator

import pytest

from browser.accessibility import Inspection, axe_script
from browser.gallery_server import GalleryServer
from browser.study_server import ThreadServer
from genchal.store.store import Store, open_store


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with open_store(tmp_path_factory.mktemp("studies") / "campaign.db") as opened:
        yield opened


@pytest.fixture(scope="session")
def one_server(store: Store) -> Iterator[ThreadServer]:
    with ThreadServer(store) as running:
        yield running


@pytest.fixture
def server(one_server: ThreadServer) -> Iterator[ThreadServer]:
    """The server with its clock right, whatever was done to it."""
    yield one_server
    one_server.clock.seconds = 0.0


@pytest.fixture(scope="session")
def gallery_server() -> Iterator[GalleryServer]:
    with GalleryServer() as running:
        yield running


@pytest.fixture(scope="session")
def axe() -> str:
    return axe_script()


@pytest.fixture(scope="session")
def inspect(axe: str) -> Inspection:
    return Inspection(axe)
