"""The years of a club, for everybody."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lhombre_club.club_words.speaking import tongue
from lhombre_club.drawn import Drawn, Worked, drawn, once_for_all
from lhombre_club.members.models import Club, Person
from lhombre_club.members.shown import tell_everybody
from tournaments.book.expiry import over, shown_since
from tournaments.standings.queries.records import records
from tournaments.years import pages
from tournaments.years.company import company_of
from tournaments.years.counting import uncounted
from tournaments.years.forms import Offered, SpanForm, offered
from tournaments.years.queries import (
    Played,
    Span,
    everybody,
    names_of,
    players_of,
    ruleset_of,
    state_of,
    sums,
    sums_of,
)
from tournaments.years.rated import ratings, ratings_of

PLACES: Final = 64
"""So many tables are kept at most."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose years are asked for."""

    request: HttpRequest
    club: Club
    person: Person | None = None
    """None: everybody's."""

    def show(self, span: Span) -> dict[str, Any]:
        """Return what a page shows of a span."""
        rules = ruleset_of(span)
        strong = pages.of_ratings(ratings(span), self.person)
        if self.person:
            rated = ratings_of(span, self.person) if strong else {}
            met = pages.of_company(company_of(span, self.person))
            most = None if span.year or span.season else pages.MOST_EVENINGS
            own = pages.of_person(
                sums_of(span, self.person), rules, rated, every=everybody(span), most=most
            )
            return strong | met | own | self._over(line.of.event for line in own["evenings"])
        best = pages.of_records(span.club, records(span.counted))
        gone = self._over(line.event for line in best["records"])
        return strong | best | gone | pages.of_club(sums(span), rules)

    def _over(self, events: Iterable[UUID]) -> dict[str, Any]:
        """Return to which of these no link may lead."""
        return {"over": over(self.club, events)}


@require_safe
@once_for_all
@never_cache
def club(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show what the evenings of a club came to."""
    return _page(Asked(request, _club(pk)))


@require_safe
@once_for_all
@never_cache
def player(request: HttpRequest, pk: UUID, person: UUID) -> HttpResponse:
    """Show what they came to for one who plays there."""
    of = _club(pk)
    who = get_object_or_404(players_of(of), pk=person)
    return _page(Asked(request, of, who))


def _club(pk: UUID) -> Club:
    found = get_object_or_404(Club.objects.select_related("kept_for"), pk=pk)
    tell_everybody(found)
    return found


def _page(asked: Asked) -> HttpResponse:
    """Show what is chosen, what it came to, and how many events are not counted yet."""
    of, who = asked.club, asked.person
    name = names_of(of, [who.pk])[who.pk] if who else _("How we have played")
    there, left = _there(of)
    context: dict[str, Any] = {"club": of, "person": who, "name": name, "uncounted": left}
    if there.rules:
        form = SpanForm(there, asked.request.GET)
        context |= {"form": form, "table": _table(asked, form.span, there.played)}
    return render(asked.request, "years/page.html", context)


def _there(club: Club) -> tuple[Offered, int]:
    """Return what there is to choose, and how many events are not counted yet."""

    def draw(last: Worked[tuple[Offered, int]] | None) -> tuple[str, tuple[Offered, int]]:
        return "", (offered(club, last.table[0] if last else None), uncounted(club).count())

    return drawn(f"played:{club.pk}", draw).table


def _table(asked: Asked, span: Span, played: Iterable[Played]) -> SafeString:
    """Return what a span came to, worked out anew where one of its evenings changed."""

    def draw(last: Drawn | None) -> tuple[str, SafeString]:
        tag = f"{state_of(span, played)}-{tongue()}-{localdate()}-{shown_since(asked.club)}"
        if last and last.tag == tag:
            return tag, last.table
        context = {"club": asked.club, "person": asked.person, **asked.show(span)}
        return tag, render_to_string("years/table.html", context)

    return drawn(f"{asked.request.path}:{span.key}", draw, places=PLACES).table
