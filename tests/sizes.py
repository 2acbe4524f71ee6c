"""How much is tried: every number that differs between a commit, a strict run and a nightly one.

``SUITE`` in the environment says which run this is: ``commit`` (also where nothing is said),
``strict`` or ``nightly``. A strict run tries PostgreSQL in the sizes of a commit. What is too long
for a commit altogether is marked ``strict``, and what is too long for a strict run ``nightly``.
"""

import os
from collections.abc import Iterable
from enum import IntEnum
from typing import TypeVar

T = TypeVar("T")


class Run(IntEnum):
    """Which tests run; each run has those of the ones before it."""

    COMMIT = 0
    STRICT = 1
    NIGHTLY = 2


RUN = Run[os.environ.get("SUITE", "commit").upper()]
SECOND = os.environ.get("DATABASE_URL", "").startswith("postgres")
"""It is the second run, on PostgreSQL and Redis."""
_SIZE = Run.COMMIT if SECOND and RUN is Run.STRICT else RUN


def of(commit: int, strict: int, nightly: int) -> int:
    """Return the number for this run."""
    return (commit, strict, nightly)[_SIZE]


def some(values: Iterable[T]) -> tuple[T, ...]:
    """Return the values; the first of them alone where a run has the size of a commit."""
    found = tuple(values)
    return found[: of(1, len(found), len(found))]


def few(values: Iterable[T], strict: int = 1) -> tuple[T, ...]:
    """Return the first of the values for a commit, the first ``strict`` for CI, and all by night.

    For what is looked at in many surroundings and differs little in them: the hardest come first.
    """
    found = tuple(values)
    return found[: of(1, strict, len(found))]


def sparse(values: Iterable[T], step: int, strict: int = 1) -> tuple[T, ...]:
    """Return every ``step``th of the values for a commit, every ``strict``th for CI, all by night.

    For long lists of which each is tried in the same way.
    """
    return tuple(values)[:: of(step, strict, 1)]


def examples(whole: int) -> int:
    """Return how many examples hypothesis draws where the whole test has ``whole``."""
    return max(1, whole // of(4, 3, 1))


# --- faults -------------------------------------------------------------------------------
SESSIONS, TWIN, TWIN_OF_IDS = 12, 3, of(3, 4, 12)
"""Sheets that robots enter in the process of the test, in each of its twins, and in one of them."""
LOTS = of(1, 1, 8)
SESSIONS_A_LOT = of(13, 13, 125)
"""The thousand sessions, in processes of their own: in so many lots, of so many each."""

PAIRS = of(50, 50, 500)
"""Pairs of edits that were based on the same version of a deal, ten writers at a time."""

KILL_LOTS, KILLS = of(1, 1, 2), of(10, 10, 500)
"""Evenings on which ``./club run`` is killed, and how often; 10 deals a kill, by night 20."""
KILLS_OF_MORE = {
    "web server": of(1, 1, 75),
    "program": of(1, 1, 37),
    "everything": of(1, 1, 38),
}
"""Of these kills, those of more than a web worker."""

COPIES_ANY_WAY = of(10, 30, 2000)
"""Copies and restores under wrong clocks, on disks that fail, killed: so many in a row."""
MOVE_LOTS, MOVES_KILLED = 5, 10
"""Moves to PostgreSQL and back that are killed on the way: in so many lots, of so many each."""

POWER_CUTS = of(0, 30, 2500)
"""Cuts in each scene; a hundred thousand are ``python -m tests.faults.powercuts``."""

HOSTILE_CASES, HOSTILE_BY_NIGHT = 1_200, 20_000
"""Fields of forms, addresses and the API that are sent what nobody would type."""

STRANGERS = of(1, 1, 9)
"""Kinds of strangers, of nine, that try each address by each method."""
FORGED = of(1, 1, 8)
"""Letters that are put into each place of whatever is signed."""

# --- in a browser -------------------------------------------------------------------------
TYPED_SHEETS = of(1, 1, 8)
"""Sheets of the shared evening that are typed without a pause."""
BROWSER_LOTS = of(1, 1, 4)
"""Lots of five sheets that two browsers enter over a bad network."""
TAPPED_SHEETS = of(1, 1, 4)
"""Sheets of forty deals that are tapped into a phone: by so many kinds of play."""

# --- the account --------------------------------------------------------------------------
ACCOUNT_STEPS, ACCOUNT_EVENINGS = of(50, 60, 500), of(2, 4, 10)
"""What is done to evenings of each accounting, at the least; and to how many at a time."""

CASH_BOOKS, CASH_STEPS = of(10, 10, 50), of(15, 15, 40)
"""Cash books of a club, and what is done to each."""

# --- paper --------------------------------------------------------------------------------
HOSTILE_TURNS = of(1, 2, 34)
"""Fields are filled with hostile texts in turn; after 34 turns each field has had each text."""
HOSTILE_APART, SHAPES_APART = of(4, 4, 1), of(6, 6, 1)
"""Every so manieth hostile text stands in all fields at once: to be believed, or out of shape."""
MOST_OPTIONS = of(0, 1, 9)
"""Of each paper that has a picture: asked for with at most so many options; 0 is the plain one."""
