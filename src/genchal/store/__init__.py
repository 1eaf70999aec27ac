"""The store: studies, sheets, raters and judgements in SQLite or PostgreSQL. All SQL is here.

In: composed studies, raters, answers; functions take a transaction and are run by an open store:
``store.read(lambda t: find_study(t, "quality"))``, ``store.write(lambda t: lease_sheet(t, rater.id, ...))``.
Out: plain records, and ratings as exports have them. ``with open_store("campaign.db") as store`` opens one.
"""

from genchal.store.answers import correct_judgements, record_answers
from genchal.store.databases import READERS, Unavailable
from genchal.store.drafts import keep_draft, save_draft
from genchal.store.events import log_event
from genchal.store.export import read_ratings, read_study_progress, read_values
from genchal.store.identities import Participant, erase_identities, list_participants, recognise_raters
from genchal.store.leases import Arrange, lease_sheet, release_sheets, renew_lease, return_expired
from genchal.store.next_block import Choose
from genchal.store.raters import (
    count_raters_by_condition,
    count_sheets,
    find_rater,
    name_rater,
    recognise_rater,
    register_rater,
    set_rater_condition,
    set_rater_state,
)
from genchal.store.records import (
    Candidate,
    Draft,
    HeldSheet,
    Identity,
    Lease,
    Rater,
    RaterProgress,
    RaterState,
    Rating,
    Receipt,
    SeenSheet,
    SheetCounts,
    SheetState,
    StoredSheet,
    Study,
    StudyProgress,
    StudyState,
)
from genchal.store.sheets import find_open_sheet, hold_sheet, load_sheet, missing_sheet, see_sheet
from genchal.store.sounds import Sound, load_sound
from genchal.store.store import Store, open_store
from genchal.store.studies import (
    check_names,
    create_study,
    find_study,
    list_open_conditions,
    list_studies,
    load_blocks,
    load_subjects,
    set_study_state,
)
from genchal.store.times import AnsweredSheet, list_answered_sheets
from genchal.store.writer import Transaction

__all__ = [
    "READERS",
    "AnsweredSheet",
    "Arrange",
    "Candidate",
    "Choose",
    "Draft",
    "HeldSheet",
    "Identity",
    "Lease",
    "Participant",
    "Rater",
    "RaterProgress",
    "RaterState",
    "Rating",
    "Receipt",
    "SeenSheet",
    "SheetCounts",
    "SheetState",
    "Sound",
    "Store",
    "StoredSheet",
    "Study",
    "StudyProgress",
    "StudyState",
    "Transaction",
    "Unavailable",
    "check_names",
    "correct_judgements",
    "count_raters_by_condition",
    "count_sheets",
    "create_study",
    "erase_identities",
    "find_open_sheet",
    "find_rater",
    "find_study",
    "hold_sheet",
    "keep_draft",
    "lease_sheet",
    "list_answered_sheets",
    "list_open_conditions",
    "list_participants",
    "list_studies",
    "load_blocks",
    "load_sheet",
    "load_sound",
    "load_subjects",
    "log_event",
    "missing_sheet",
    "name_rater",
    "open_store",
    "read_ratings",
    "read_study_progress",
    "read_values",
    "recognise_rater",
    "recognise_raters",
    "record_answers",
    "register_rater",
    "release_sheets",
    "renew_lease",
    "return_expired",
    "save_draft",
    "see_sheet",
    "set_rater_condition",
    "set_rater_state",
    "set_study_state",
]
