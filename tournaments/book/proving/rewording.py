"""Words of sealed rows that are written otherwise, as somebody is forgotten; no point is touched.

The old words are gone, so that the old seal can be proved of them no more. A seal of a kind of its
own says what such a row says from now on, and for whose sake: the chain goes on, a printed code
still finds its state, and whoever changes the row once more is found.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias
from uuid import UUID

from django.utils import timezone

from tournaments.book.activity import raise_version
from tournaments.book.proving.sealed_content import chained, of_entry, of_result, of_withdrawal
from tournaments.models import Event, Revision, Seal, TableEntry

Row: TypeAlias = Revision | TableEntry
Subject: TypeAlias = tuple[str, UUID]
"""A kind of seal, and the key of the row that it is of."""
Kind: Final = Seal.Kind


def reword(event: Event, forgotten: UUID, rows: Sequence[tuple[Row, Mapping[str, str]]]) -> None:
    """Write words of rows of ``event`` otherwise, and seal it, in the caller's transaction.

    A row that was not as sealed before stays so: it is not sealed anew.
    """
    Event.objects.select_for_update().get(pk=event.pk)  # nobody seals meanwhile
    seals = list(event.seals.order_by("number"))
    said = {**reworded(seals)}
    whole = _whole(seals, said, [row for row, _words in rows])
    told = []
    for row, words in rows:
        for name, text in words.items():
            setattr(row, name, text)
        type(row)._base_manager.filter(pk=row.pk).update(**words)  # noqa: SLF001 -- documented
        for kind, content in contents(row):
            if (kind, row.pk) in whole:
                told.append([kind, str(row.pk), digest_of(content)])
    raise_version(event.pk)
    content = json.dumps(told, separators=(",", ":"))
    before = seals[-1] if seals else None
    Seal.objects.create(
        event=event,
        number=before.number + 1 if before else 1,
        kind=Kind.REWORDED,
        subject=forgotten,
        content=content,
        digest=chained(before.digest if before else "", Kind.REWORDED, content),
        at=timezone.now(),
    )


def _whole(
    seals: Sequence[Seal], said: Mapping[Subject, str], rows: Sequence[Row]
) -> frozenset[Subject]:
    """Return which of the rows are as they were sealed, or sealed to be worded otherwise."""
    living = {(kind, row.pk): content for row in rows for kind, content in contents(row)}
    before, found = "", set()
    for seal in seals:
        key, content = (seal.kind, seal.subject), living.get((seal.kind, seal.subject))
        if content is not None and (
            chained(before, seal.kind, content) == seal.digest
            or said.get(key) == digest_of(content)
        ):
            found.add(key)
        before = seal.digest
    return frozenset(found)


def contents(row: Row) -> Iterator[tuple[str, str]]:
    """Yield each kind of seal that a row has, and what it seals."""
    if isinstance(row, Revision):
        yield Kind.RESULT, of_result(row)
        return
    yield Kind.ENTRY, of_entry(row)
    if row.withdrawn_at is not None:
        yield Kind.WITHDRAWN, of_withdrawal(row)


def reworded(seals: Sequence[Seal]) -> dict[Subject, str]:
    """Return the digest of what rows say by now that were worded otherwise."""
    return {
        (kind, UUID(subject)): digest
        for seal in seals
        if seal.kind == Kind.REWORDED
        for kind, subject, digest in json.loads(seal.content)
    }


def digest_of(content: str) -> str:
    """Return by what the words of a row are known."""
    return hashlib.sha256(content.encode()).hexdigest()
