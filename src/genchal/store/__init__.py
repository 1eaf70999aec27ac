"""The store: everything that a study must not forget. All SQL is here, and what it returns are plain records.

``with open_store("campaign.db") as store`` opens one. Functions that take a transaction are run by it:
``store.read(lambda t: find_study(t, "quality"))``, ``store.write(lambda t: lease_next(t, rater.id, ...))``.
"""

from genchal.store.answers import correct, record_answers
from genchal.store.candidates import Choose, loads
from genchal.store.databases import READERS, Unavailable
from genchal.store.events import log
from genchal.store.export import progress, ratings, values
from genchal.store.leases import Arrange, lease_next, release, renew, return_expired
from genchal.store.raters import (
    arrive,
    counts,
    find_rater,
    raters_by_condition,
    recognise,
    set_rater_condition,
    set_rater_state,
)
from genchal.store.records import (
    Candidate,
    Counts,
    Draft,
    Identity,
    Lease,
    Progress,
    Rater,
    RaterState,
    Rating,
    Receipt,
    SheetState,
    StoredSheet,
    Study,
    StudyState,
)
from genchal.store.sheets import load_sheet, no_sheet, open_sheet, save_draft, sheet_owner, sheet_state
from genchal.store.store import Store, open_store
from genchal.store.studies import all_studies, create_study, find_study, load_blocks, set_study_state
from genchal.store.writer import Transaction

__all__ = [
    "READERS",
    "Arrange",
    "Candidate",
    "Choose",
    "Counts",
    "Draft",
    "Identity",
    "Lease",
    "Progress",
    "Rater",
    "RaterState",
    "Rating",
    "Receipt",
    "SheetState",
    "Store",
    "StoredSheet",
    "Study",
    "StudyState",
    "Transaction",
    "Unavailable",
    "all_studies",
    "arrive",
    "correct",
    "counts",
    "create_study",
    "find_rater",
    "find_study",
    "lease_next",
    "load_blocks",
    "load_sheet",
    "loads",
    "log",
    "no_sheet",
    "open_sheet",
    "open_store",
    "progress",
    "raters_by_condition",
    "ratings",
    "recognise",
    "record_answers",
    "release",
    "renew",
    "return_expired",
    "save_draft",
    "set_rater_condition",
    "set_rater_state",
    "set_study_state",
    "sheet_owner",
    "sheet_state",
    "values",
]
