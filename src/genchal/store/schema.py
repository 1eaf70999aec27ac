"""The tables. Migrations make them; this says what they are now.

Why they are as they are:

* Numbers (`id`) join tables and stay inside. What the world sees of a rater or a sheet is a random token of 128 bits.
* Times are seconds since 1970 (UTC). Everything with structure is JSON in a text column, in ASCII, so that any text
  that a system or a rater may write (NUL, half a surrogate pair) is stored alike by both databases.
* `block.answered` counts sheets that are done, `block.taken` those and the open ones, so that the next block to hand
  out is found by an index and not by counting. They change in the transaction that changes the sheet, never elsewhere.
* `block_item.original` is what a rater must not see twice: the item, or the one that it is a copy of. It is NULL for
  attention checks and practice, which may come again, and for what is in no other block: nobody gets a block twice.
* `block.condition` is the group of raters that sees it, where there are groups (`rater.condition`); what a sheet shows
  is then `block.variant`, of which that is a part. NULL: the same.
* `sheet` has one row for a block and a rater, ever, and a rater has at most one open sheet: both are unique indexes.
  `turn` is which of the block's places it takes, from 0; an abandoned turn is given again, so that orders of positions
  that go by turns stay balanced when raters leave.
* `answer` has one row for a sheet, ever. `answer`, `revision`, `judgement` and `event` only grow, unless somebody
  withdraws what they answered; a comment that was changed or taken back is deleted. A correction is a judgement that
  `replaces` another, and each can be replaced once. What was sent with it is a `revision`.
* Who a rater is elsewhere stands in `rater_identity` alone. `rater.digest` is a hash of it under the study's key:
  enough to recognise somebody who comes back, worthless without the key.
* `rater.origin` is a hash of the network that a rater came from, under the study's key: it bounds how many places one
  network can hold. It is forgotten after a day, and when a rater is erased. NULL: not known, or forgotten.
* `database_stamp` has one row: a random name of this content, which no copy shares, so that a server notices when
  another has taken its place; and when somebody last asked whether the database can be written.
* Sounds are in the database and not in files beside it: one thing to copy and to keep, whichever machine serves it.
"""

from __future__ import annotations

import json
import re
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Dialect,
    Double,
    ForeignKey,
    FromClause,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
    text,
)
from sqlalchemy.types import TypeDecorator

VERSION = "0005"  # of the newest migration
VERSION_TABLE = "genchal_version"
DRAWS = 2**31 - 1  # random places of blocks are below

METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

_HALF_PAIRS = re.compile("[\ud800-\udfff]")


def make_storable(text: str) -> str:
    """A text as both databases can have it: NUL becomes its symbol, half a surrogate pair the replacement character."""
    return _HALF_PAIRS.sub("\ufffd", text.replace("\0", "\u2400"))


class StoredText(TypeDecorator[str]):
    """Text; the few characters that a database cannot take are shown by signs that stand for them."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Make it storable."""
        return None if value is None else make_storable(value)


class Json(TypeDecorator[Any]):
    """Anything that JSON can say, in ASCII."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:
        """Write it."""
        return json.dumps(value, ensure_ascii=True, separators=(",", ":"))

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """Read it."""
        return None if value is None else json.loads(value)


def _number() -> Column[int]:
    return Column("id", Integer, primary_key=True)


def _of(table: str, **more: Any) -> Column[int]:
    return Column(table, Integer, ForeignKey(f"{table}.id"), nullable=False, **more)


database_stamp = Table(
    "database_stamp",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("checked_at", Double, nullable=False),
    Column("moved_to", Text),  # where everything is now; NULL: here
    Column("last_number", Integer, nullable=False),  # of studies, items and blocks that were deleted
)

study = Table(
    "study",
    METADATA,
    _number(),
    Column("name", StoredText, nullable=False, unique=True),
    Column("design", Json, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("key", Text, nullable=False),  # secret, in hexadecimal: signs links and makes digests
    Column("state", Text, nullable=False),
    Column("created_at", Double, nullable=False),
)

item = Table(
    "item",
    METADATA,
    _number(),
    _of("study"),
    Column("name", StoredText, nullable=False),
    Column("instance", StoredText, nullable=False),
    Column("system", StoredText, nullable=False),
    Column("kind", Text, nullable=False),
    Column("content", Json, nullable=False),
    UniqueConstraint("study", "name"),
)

subject = Table(
    "subject",
    METADATA,
    _of("study", primary_key=True),
    Column("instance", StoredText, primary_key=True),
    Column("content", Json, nullable=False),
)

block = Table(
    "block",
    METADATA,
    _number(),
    _of("study"),
    Column("name", StoredText, nullable=False),
    Column("number", Integer, nullable=False),  # in the order of the study, from 0
    Column("condition", StoredText, nullable=False),
    Column("variant", StoredText),
    Column("practice", Boolean, nullable=False),
    Column("quota", Integer),  # raters that are wanted; NULL: all there are
    Column("answered", Integer, nullable=False),
    Column("taken", Integer, nullable=False),
    Column("draw", Integer, nullable=False),  # its place in a random order, from 0 to DRAWS
    UniqueConstraint("study", "name"),
    Index(None, "study", "practice", "taken", "draw"),
)

sound = Table(
    "sound",
    METADATA,
    _of("study", primary_key=True),
    Column("system", StoredText, primary_key=True),
    Column("instance", StoredText, primary_key=True),
    Column("media_type", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

block_item = Table(
    "block_item",
    METADATA,
    _of("block", primary_key=True),
    Column("position", Integer, primary_key=True),
    _of("item"),
    Column("original", Integer, ForeignKey("item.id"), index=True),
)

rater = Table(
    "rater",
    METADATA,
    _number(),
    _of("study"),
    Column("number", Integer, nullable=False),  # in order of arrival, from 1: the pseudonym
    Column("token", StoredText, nullable=False, unique=True),
    Column("digest", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("condition", StoredText),  # NULL: sees blocks of every condition
    Column("started_at", Double, nullable=False),
    Column("finished_at", Double),
    Column("origin", Text),
    UniqueConstraint("study", "number"),
    UniqueConstraint("study", "digest"),
    Index(None, "study", "origin"),
)

rater_identity = Table(
    "rater_identity",
    METADATA,
    _number(),
    _of("rater", index=True),
    Column("platform", StoredText, nullable=False),
    Column("given", Json, nullable=False),
    Column("given_at", Double, nullable=False),
)

_WHERE_OPEN: dict[str, Any] = dict.fromkeys(("sqlite_where", "postgresql_where"), text("state = 'open'"))

sheet = Table(
    "sheet",
    METADATA,
    _number(),
    Column("token", StoredText, nullable=False, unique=True),
    _of("block"),
    _of("rater"),
    Column("turn", Integer, nullable=False),
    Column("order", Json, nullable=False),  # places in the block, in the order of the page
    Column("seed", BigInteger, nullable=False),
    Column("state", Text, nullable=False),
    Column("leased_until", Double, nullable=False),
    Column("shown_at", Double, nullable=False),
    UniqueConstraint("block", "rater"),
    Index(None, "rater", "state"),
    Index("uq_sheet_open", "rater", unique=True, **_WHERE_OPEN),
    Index("ix_sheet_lease", "leased_until", **_WHERE_OPEN),
)


def is_open(sheets: FromClause) -> ColumnElement[bool]:
    """Whether a sheet is open. It is written out: with a parameter, a database does not see that its index will do."""
    opened: ColumnElement[bool] = sheets.c.state == literal_column("'open'")
    return opened


IS_OPEN = is_open(sheet)


draft = Table(
    "draft",
    METADATA,
    _of("sheet", primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("answers", Json, nullable=False),
    Column("saved_at", Double, nullable=False),
)

answer = Table(
    "answer",
    METADATA,
    _number(),
    _of("sheet", unique=True),
    Column("key", StoredText, nullable=False),
    Column("answers", Json, nullable=False),
    Column("timings", Json, nullable=False),
    Column("received_at", Double, nullable=False),
)

judgement = Table(
    "judgement",
    METADATA,
    _number(),
    _of("sheet", index=True),
    _of("item"),
    Column("criterion", StoredText, nullable=False),
    Column("value", StoredText, nullable=False),
    Column("position", Integer, nullable=False),
    Column("answered_at", Double, nullable=False),
    Column("replaces", Integer, ForeignKey("judgement.id"), unique=True),
)

revision = Table(
    "revision",
    METADATA,
    _number(),
    _of("sheet"),
    Column("number", Integer, nullable=False),  # from 1; it takes the place of the one before, 1 of the `answer`
    Column("answers", Json, nullable=False),
    Column("timings", Json, nullable=False),
    Column("received_at", Double, nullable=False),
    UniqueConstraint("sheet", "number"),
)

comment = Table(
    "comment",
    METADATA,
    _number(),
    _of("rater", index=True),
    Column("sheet", Integer, ForeignKey("sheet.id")),  # NULL: about the study
    Column("text", StoredText, nullable=False),
    Column("received_at", Double, nullable=False),
)

event = Table(
    "event",
    METADATA,
    _number(),
    _of("study", index=True),
    Column("at", Double, nullable=False),
    Column("what", Text, nullable=False),
    Column("rater", Integer, ForeignKey("rater.id")),
    Column("sheet", Integer, ForeignKey("sheet.id"), index=True),
    Column("details", Json, nullable=False),
)
