"""The store: everything that a study must not forget. All SQL is here, and what it returns are plain records.

``with open_store("campaign.db") as store`` opens one. Functions that take a transaction are run by it:
``store.read(lambda t: find_study(t, "quality"))``, ``store.write(lambda t: lease_next(t, rater.id, ...))``.
"""

from genchal.store.answers import correct, record_answers
from genchal.store.databases import READERS, Unavailable
from genchal.store.drafts import keep_draft, save_draft
from genchal.store.events import log
from genchal.store.export import progress, ratings, values
from genchal.store.identities import Participant, erase_identities, participants, recognise_all
from genchal.store.leases import Arrange, lease_next, release, renew, return_expired
from genchal.store.next_block import Choose
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
    HeldSheet,
    Identity,
    Lease,
    Progress,
    Rater,
    RaterState,
    Rating,
    Receipt,
    SeenSheet,
    SheetState,
    Standing,
    StoredSheet,
    Study,
    StudyState,
)
from genchal.store.sheets import hold_sheet, load_sheet, no_sheet, open_sheet, see_sheet
from genchal.store.sounds import Sound, load_sound
from genchal.store.store import Store, open_store
from genchal.store.studies import (
    all_studies,
    check_names,
    create_study,
    find_study,
    load_blocks,
    load_subjects,
    open_conditions,
    set_study_state,
)
from genchal.store.times import AnsweredSheet, answered_sheets
from genchal.store.writer import Transaction

__all__ = [
    "READERS",
    "AnsweredSheet",
    "Arrange",
    "Candidate",
    "Choose",
    "Counts",
    "Draft",
    "HeldSheet",
    "Identity",
    "Lease",
    "Participant",
    "Progress",
    "Rater",
    "RaterState",
    "Rating",
    "Receipt",
    "SeenSheet",
    "SheetState",
    "Sound",
    "Standing",
    "Store",
    "StoredSheet",
    "Study",
    "StudyState",
    "Transaction",
    "Unavailable",
    "all_studies",
    "answered_sheets",
    "arrive",
    "check_names",
    "correct",
    "counts",
    "create_study",
    "erase_identities",
    "find_rater",
    "find_study",
    "hold_sheet",
    "keep_draft",
    "lease_next",
    "load_blocks",
    "load_sheet",
    "load_sound",
    "load_subjects",
    "log",
    "no_sheet",
    "open_conditions",
    "open_sheet",
    "open_store",
    "participants",
    "progress",
    "raters_by_condition",
    "ratings",
    "recognise",
    "recognise_all",
    "record_answers",
    "release",
    "renew",
    "return_expired",
    "save_draft",
    "see_sheet",
    "set_rater_condition",
    "set_rater_state",
    "set_study_state",
    "values",
]
