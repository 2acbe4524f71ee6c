"""What every page has of protests: who has the table’s link or its sheet sends one, with a reason.

Whoever came by the table’s link may protest there. Anybody else types the code that is printed on
the sheet; the session then knows the table.
"""

import secrets
from collections.abc import Mapping, MutableMapping
from functools import partial
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from lhombre_club.lately import too_often
from lhombre_club.members.models import User
from lhombre_club.members.shown import said
from lhombre_club.numbers import number_sent
from lhombre_club.refusal import Refusal
from lhombre_club.visitors import counted_at
from tournaments.book.actors import USER, device_in
from tournaments.models import Participant, Table, TableLease
from tournaments.review.domain import protests as domain
from tournaments.review.domain.sheet_ids import Kind, SheetId
from tournaments.review.queries.protests import sitters
from tournaments.review.reasons import ReviewReason

KNOWN: Final = "protest_tables"
"""Where a session keeps the tables whose sheet it has shown."""
OWN: Final = "protester"
"""Where it keeps by what name its protests are its own."""
SHOWN_THERE: Final = frozenset({ReviewReason.TOO_MANY_PROTESTS, ReviewReason.SAY_WHY})
"""Refused for these, what was written is shown again, to be mended."""
MOST: Final = 60
"""How often a device may type a wrong code lately; all of an address that are not known are one."""
MOST_AT_ONE: Final = 30
"""Of these, how often for one table. Who is known there or types the right code sends as much: four
players at one phone ask and send three protests each."""


def knows(session: Mapping[str, Any], table: Table) -> bool:
    """Whether this session has shown that it has the table’s link or sheet."""
    return str(table.pk) in session.get(KNOWN, ())


def learn(session: MutableMapping[str, Any], table: Table) -> None:
    """Let a session protest at a table from now on."""
    session.setdefault(OWN, secrets.token_urlsafe(9))
    session[KNOWN] = [*(pk for pk in session.get(KNOWN, ()) if pk != str(table.pk)), str(table.pk)]


def place_of(table: Table, deal: int) -> str:
    """Return where on a page a deal of the table stands; 0 is the whole sheet."""
    return f"#deal-{table.round.number}-{deal}"


def protester(request: HttpRequest) -> str:
    """Return under what key a visitor protests; empty where he never has."""
    if isinstance(request.user, User):
        return request.user.actor
    own = request.session.get(OWN)
    return f"visitor:{own}" if own else ""


def send(
    request: HttpRequest,
    *,
    table: Table,
    participant: Participant | None,
    back: str,
    actor: str = "",
) -> HttpResponse:
    """Ask once more, and then store what is sent: the deal, the reason, the code if need be.

    ``back`` is the address of the page that it was sent from. ``actor`` is who was let in
    already; without one, link or code is asked for. Where link or code is missing, there are too
    many or a reason is missing, what was written is shown again, on a page that costs little: who
    guesses codes may ask for it all day.
    """
    deal, words = number_sent(request.POST.get("deal")), request.POST.get("words", "")
    back = f"{back}{place_of(table, deal)}"
    written = partial(_again, request, table, back=back, actor=actor)
    if not actor:
        try:
            _admit(request, table)
        except Refusal as refusal:
            return written(str(refusal))
    what: dict[str, Any] = {"table": table, "deal": deal, "participant": participant}
    what |= {"words": words, "device": device_in(request.session)}
    try:
        domain.ask(actor=(sender := actor or protester(request)), **what)
        if "sure" not in request.POST:
            asked = {"words": words.strip(), "back": back, "place": place_of(table, deal)}
            about = {**_of_whom(table, participant, deal), "deal": deal, **asked}
            return render(request, "review/protest_sure.html", about)
        _not_too_many(request, table, participant, sender)
        domain.protest(actor=sender, **what)
    except Refusal as refusal:
        if refusal.reason in SHOWN_THERE:
            return written(str(refusal))
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The protest is noted. The director answers it here."))
    return redirect(back)


def write(request: HttpRequest, *, table: Table, back: str, actor: str = "") -> HttpResponse:
    """Show where a protest is written, against the deal that the address names.

    One page for all deals: a form at each made the page of the deals three times as heavy.
    """
    deal = number_sent(request.GET.get("deal"))
    if deal < 0:
        return redirect(back)
    return _form(request, table, deal, back=f"{back}{place_of(table, deal)}", actor=actor)


def _again(request: HttpRequest, table: Table, why: str, *, back: str, actor: str) -> HttpResponse:
    """Show what was written again, with why it was not taken."""
    said = request.POST
    draft = {"why": why, "words": said.get("words", ""), "code": said.get("code", "")}
    draft |= {"whose": said.get("participant", "")}
    deal = number_sent(said.get("deal"))
    return _form(request, table, deal, back=back, actor=actor, draft=draft)


def _form(request: HttpRequest, table: Table, deal: int, **about: Any) -> HttpResponse:
    actor = about["actor"]
    context = {
        "table": table,
        "deal": deal,
        "asks_code": not actor and not knows(request.session, table),
        "objectors": sitters(table) if actor.startswith(USER) else {},
        **about,
    }
    return render(request, "review/protest_write.html", context)


def _not_too_many(
    request: HttpRequest, table: Table, participant: Participant | None, sender: str
) -> None:
    """Refuse who stores ever new ones in one name, as ever new devices of an address do.

    Who keeps the table is not asked what others there have stored.
    """
    if sender.startswith(USER):
        return
    deed = f"protested:{table.pk}:{participant.pk if participant else ''}"
    address, alone = counted_at(request), keeps(request, table)
    if too_often(deed, domain.MOST, device=sender, address=address, alone=alone):
        raise Refusal(ReviewReason.TOO_MANY_PROTESTS)


def keeps(request: HttpRequest, table: Table) -> bool:
    """Whether the device keeps the table: there is one at a time, and everybody sees who takes it.

    By ever new devices one player would use up what all behind his address may do.
    """
    device = device_in(request.session)
    return bool(device) and TableLease.objects.filter(table=table, holder=device).exists()


def _of_whom(table: Table, participant: Participant | None, deal: int) -> dict[str, object]:
    """Return for the page that asks once more where it is, and whose protest."""
    sitter = sitters(table).get(participant.pk) if participant else None
    whose = said(sitter.at(deal)) if sitter else ""
    return {"table": table, "participant": participant, "whose": whose}


def _admit(request: HttpRequest, table: Table) -> None:
    """Refuse who has neither link nor code.

    Who has shown one of them is counted apart, so that no guesses in his room silence him; so is
    who types a code that is right, since guesses are hopeless: one of all that twelve letters spell
    is. Of the codes of before it is one of fewer, and after some guesses none of those is taken.
    """
    who = {"device": request.session.get(OWN, ""), "address": counted_at(request)}
    if knows(request.session, table):
        if too_often(f"protests:{table.pk}", MOST_AT_ONE, **who, alone=keeps(request, table)):
            raise Refusal(ReviewReason.TOO_MANY_PROTESTS)
        return
    typed = request.POST.get("code", "").strip()
    sheet = _read(typed)
    if sheet and sheet.kind is Kind.SEALED and sheet.is_of(table):
        if too_often(f"shown:{table.pk}", MOST_AT_ONE, **who):  # each stores a session
            raise Refusal(ReviewReason.TOO_MANY_PROTESTS)
    else:
        at_one = too_often(f"codes:{table.pk}", MOST_AT_ONE, **who)
        if at_one or too_often("codes", MOST, **who):
            raise Refusal(ReviewReason.TOO_MANY_CODES)
        _look_at(typed, sheet, table)
    learn(request.session, table)


def _look_at(typed: str, sheet: SheetId | None, table: Table) -> None:
    """Refuse what is no code of the table, and what was one before codes had a key."""
    if not typed:
        raise Refusal(ReviewReason.NO_TABLE_CODE)
    if sheet and sheet.kind is Kind.OLD:
        raise Refusal(ReviewReason.OLD_TABLE_CODE)
    if sheet is None or not sheet.is_of(table):
        raise Refusal(ReviewReason.OTHER_TABLE_CODE)


def _read(typed: str) -> SheetId | None:
    """Return the code that was typed; None where it is none."""
    try:
        return SheetId.read(typed)
    except Refusal:
        return None
