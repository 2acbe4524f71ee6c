"""What a seal covers, as one text for each kind of row: the same on every database.

No text may ever change: every chain, and every code on paper, was worked out from these. What
is to be sealed besides gets a kind of its own.
"""

import datetime as dt
import hashlib
import json
from typing import Any, Final

from scoring.pott import REMIS_PAYS, REMIS_PRICE, RemisPays, RemisPrice
from scoring.sequence import SETTINGS
from tournaments.book.accounts import columns_of, settings_of
from tournaments.models import Revision, Round, TableEntry

BEFORE: Final = {REMIS_PAYS.key: RemisPays.PLAYERS, REMIS_PRICE.key: RemisPrice.GAME}
"""What held of a setting while there was no choice, where its default is something else."""


def chained(before: str, kind: str, content: str) -> str:
    """Return the digest of a seal that follows one with the digest ``before``."""
    return hashlib.sha256(f"{before}\n{kind}\n{content}".encode()).hexdigest()


def of_result(revision: Revision) -> str:
    """Return every column of a revision as one text, the same on both databases."""
    return _text(
        revision.pk,
        revision.table_id,
        revision.deal,
        revision.number,
        revision.record,
        revision.digest,
        revision.reason,
        revision.ruling,
        revision.correction_id,
        revision.actor,
        revision.claimed_at,
        revision.created_at,
    )


def of_entry(entry: TableEntry) -> str:
    """Return what a decision beside the deals said when it was made."""
    return _text(
        entry.pk,
        entry.table_id,
        entry.kind,
        entry.deal,
        entry.seat,
        entry.amounts,
        entry.reason,
        entry.decided_by,
        entry.actor,
        entry.created_at,
    )


def of_withdrawal(entry: TableEntry) -> str:
    """Return that a decision was withdrawn, by whom and why."""
    return _text(entry.pk, entry.withdrawn_at, entry.withdrawn_by, entry.withdrawn_reason)


def of_round(round_: Round) -> str:
    """Return what decides what a round's deals move, and whose points they are.

    It comes with its event. Of the newer settings only those are said that differ from what was
    done before they could be chosen: seals of that time say nothing of them.
    """
    event = round_.event
    chosen = {
        key: value
        for key, value in columns_of(settings_of(event))["account_settings"].items()
        if value != BEFORE.get(key, SETTINGS[key].default)
    }
    tables = round_.tables.order_by("number").prefetch_related("seats")
    return _text(
        round_.pk,
        hashlib.sha256(_text(event.ruleset).encode()).hexdigest(),
        event.accounting,
        event.sitter_pays,
        event.ante,
        event.pot_cap,
        event.deals_per_round,
        [
            [
                table.pk,
                table.number,
                table.first_dealer,
                sorted([seat.seat, seat.participant_id] for seat in table.seats.all()),
            ]
            for table in tables
        ],
        *([chosen] if chosen else []),
    )


def _text(*values: Any) -> str:
    return _AS_TEXT.encode(values)


def _plain(value: object) -> str:
    """Return an id or a moment as text; a client's moment in the same zone as ours."""
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat()
    return str(value)


_AS_TEXT: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), default=_plain)
