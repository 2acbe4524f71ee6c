"""Who plays: somebody comes late, leaves, comes back, is substituted, or wishes something."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from lhombre_club.members.access import DirectorRequest
from lhombre_club.members.domain import add_guest
from lhombre_club.members.reasons import DetailsRefusedError
from lhombre_club.refusal import Refusal
from lhombre_club.web.shown_first import SEEN
from tournaments.access import of
from tournaments.models import Event, Participant
from tournaments.seating.domain import players as domain
from tournaments.seating.domain.in_place import go_on, sit_down
from tournaments.seating.pages import in_place, who_plays
from tournaments.seating.pages import player as player_page
from tournaments.seating.queries.joining import next_round
from tournaments.teams.domain.substitutes import set_substitute
from tournaments.teams.queries import others


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of(Event.objects.select_related("club"), "club")
def index(request: DirectorRequest, event: Event) -> HttpResponse:
    """List who plays; let somebody more into the event, shown before it is done."""
    data = request.POST if request.method == "POST" else None
    form = who_plays.JoinForm(event, others(event), next_round(event), data)
    context: dict[str, object] = {"event": event, "form": form}
    if form.is_valid():
        try:
            if "sure" in request.POST:
                says = in_place.said_when_done(event, request.POST)
                made = _join(request, event, form)
                return _planned(request, made.event_id, says)
            context |= in_place.shown_with(event, form, request.POST)
        except DetailsRefusedError as refused:
            form.add_error("name", str(refused))
        except Refusal as refusal:
            form.add_error(None, str(refusal))
    context["players"] = player_page.listed(event)
    context["wishes"] = player_page.wished(event)
    status = 400 if form.errors else 200
    return render(request, "seating/participants.html", context, status=status)


@transaction.atomic
def _join(request: DirectorRequest, event: Event, form: who_plays.JoinForm) -> Participant:
    actor, person = request.user.actor, form.person_chosen
    if person is None:
        name = form.cleaned_data["name"]
        person = add_guest(club=request.club, name=name, actor=actor).person
    first, table = form.cleaned_data["from_round"], in_place.table_of(request.POST)
    if table:
        return sit_down(
            event=event,
            person=person,
            from_round=first,
            table=table,
            actor=actor,
            seen=request.POST.get(SEEN),
        )
    return domain.join(event=event, person=person, from_round=first, actor=actor)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of(Participant.objects.select_related("event__club", "person"), "event__club")
def detail(request: DirectorRequest, player: Participant, event: UUID) -> HttpResponse:
    """Change what one of the players does in the event."""
    if player.event_id != event:
        raise Http404
    asked = request.POST.get("do", "")
    page = player_page.PlayerPage(player, asked, request.POST)
    context: dict[str, object] = {"event": player.event, "player": player, "page": page}
    if request.method == "POST":
        if asked not in DEEDS:
            raise Http404
        form = page.forms[asked]
        if form.is_valid():
            try:
                if asked not in player_page.SHOWN_FIRST or "sure" in request.POST:
                    says = in_place.said_when_done(player.event, request.POST)
                    _do(request, player, asked, form)
                    return _done(request, player, asked, says)
                context |= in_place.shown_for(page, asked, request.POST)
            except Refusal as refusal:
                form.add_error(None, str(refusal))
    status = 400 if any(form.errors for form in page.forms.values()) else 200
    return render(request, "seating/participant.html", context, status=status)


def _do(request: DirectorRequest, player: Participant, asked: str, form: Any) -> None:
    """Do what was asked of a player, at one table alone where that was chosen."""
    table = in_place.table_of(request.POST)
    deed = IN_PLACE.get(asked) if table else None
    if deed is None:
        DEEDS[asked](player, form, request.user.actor)
    else:
        deed(player, form, request.user.actor, table, request.POST.get(SEEN))


def _planned(request: DirectorRequest, event: UUID, says: str) -> HttpResponse:
    messages.success(request, says)
    return redirect("tournaments:seating", event)


def _done(request: DirectorRequest, player: Participant, deed: str, says: str) -> HttpResponse:
    """Show the plan where it has changed, or else the player again."""
    if deed in player_page.SHOWN_FIRST:
        return _planned(request, player.event_id, says)
    leads = reverse("tournaments:seating", args=[player.event_id])
    kept = format_html('{} <a href="{}">{}</a>', _("It is kept."), leads, _("Seating"))
    messages.success(request, kept)
    return redirect("tournaments:participant", player.event_id, player.pk)


def _leave(player: Participant, form: Any, actor: str) -> None:
    after = form.cleaned_data["after_round"]
    domain.withdraw(participant=player, after_round=after, actor=actor)


def _go_on(player: Participant, form: Any, actor: str, _table: int, seen: str | None) -> None:
    after = form.cleaned_data["after_round"]
    go_on(participant=player, after_round=after, actor=actor, seen=seen)


def _back(player: Participant, form: Any, actor: str) -> None:
    first = form.cleaned_data["from_round"]
    domain.come_back(participant=player, from_round=first, actor=actor)


def _sit_down(player: Participant, form: Any, actor: str, table: int, seen: str | None) -> None:
    if player.person is None:  # the club has forgotten him, and the page does not offer it
        raise Http404
    sit_down(
        event=player.event,
        person=player.person,
        from_round=form.cleaned_data["from_round"],
        table=table,
        actor=actor,
        seen=seen,
    )


def _substitute(_player: Participant, form: Any, actor: str) -> None:
    set_substitute(
        seat=form.seat_chosen,
        person=form.person_chosen,
        name=form.cleaned_data["name"],
        since=form.since,
        later=form.goes_on,
        actor=actor,
    )


def _himself(_player: Participant, form: Any, actor: str) -> None:
    set_substitute(seat=form.row, person=None, actor=actor)


def _wish(player: Participant, form: Any, actor: str) -> None:
    kind = form.cleaned_data["kind"]
    domain.wish(
        event=player.event,
        one=player,
        other=form.other_chosen,
        kind=kind,
        actor=actor,
        every_evening=form.cleaned_data["every_evening"],
    )


def _unwish(player: Participant, form: Any, actor: str, *, every_evening: bool = True) -> None:
    wish = form.row
    domain.unwish(
        event=player.event,
        one=wish.one,
        other=wish.other,
        actor=actor,
        every_evening=every_evening,
    )


def _place(player: Participant, form: Any, actor: str) -> None:
    wanted = form.cleaned_data
    domain.keep_seat(participant=player, table=wanted["table"], seat=wanted["seat"], actor=actor)


def _strength(player: Participant, form: Any, actor: str) -> None:
    group = form.cleaned_data["strength"]
    domain.set_strength(participant=player, strength=group, actor=actor)


DEEDS: Mapping[str, Callable[[Participant, Any, str], None]] = {
    "leave": _leave,
    "back": _back,
    "substitute": _substitute,
    "himself": _himself,
    "wish": _wish,
    "unwish": _unwish,
    "unwish_tonight": partial(_unwish, every_evening=False),
    "place": _place,
    "strength": _strength,
}
IN_PLACE: Mapping[str, Callable[[Participant, Any, str, int, str | None], None]] = {
    "leave": _go_on,
    "back": _sit_down,
}
"""The deeds that can be done at one table while nobody else moves."""
