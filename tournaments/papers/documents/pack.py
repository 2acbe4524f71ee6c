"""The emergency pack: all that an evening needs when there is no electricity, made before it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from lhombre_club.printing import Paper
from tournaments.models import Event, Round
from tournaments.papers.documents.crib import CRIB
from tournaments.papers.documents.document import About, Document, Shelf, Values, head
from tournaments.papers.documents.pack_plans import NumberPlan, groups, plans, sheets, without
from tournaments.papers.documents.plan import PLAN
from tournaments.papers.documents.sheets import empty_sheet
from tournaments.papers.queries.places import by_table, places
from tournaments.standings.pages import standings as paper_standings
from tournaments.standings.queries.standings import order_of
from tournaments.words.units import units_of

MOST_ROUNDS_ACROSS: Final = 6
"""More rounds do not fit upright."""
SEATED: Final[dict[str, Promise]] = {
    Event.Kind.INDIVIDUAL: _(
        "The numbers are the players’; the first sits North, and the others follow in playing "
        "order: West, South, East."
    ),
    Event.Kind.PAIRS: _(
        "The numbers are the pairs’; the first sits North and South, the second West and East."
    ),
    Event.Kind.TEAMS: _(
        "The numbers are the teams’, a is a team’s first pair and b its second; the first sits "
        "North and South, the second West and East."
    ),
}


def cover(about: About) -> Values:
    """Return what lies in the pack, and who has which number."""
    found = plans(about.event)
    return {
        "groups": groups(about.event),
        "plans": sorted({each.count for each in found}),
        "without": without(about.event, found),
        "sheets": sum(_sheets(about.event, found).values()),
        "seated": about.event.rounds.filter(state__in=Round.SHOWN).exists(),
        "kind": about.event.kind,
        "unit": str(units_of(about.event.kind)["one"]),
        "units": str(units_of(about.event.kind)["many"]),
    }


def contents(about: About) -> tuple[Paper, ...]:
    """Return the plans, the empty sheets, the empty standings and the rules in short."""
    event, found = about.event, plans(about.event)
    own: dict[str, Any] = {"event": str(event.pk)}
    own.update((str(option), True) for option in about.options)
    shown = event.rounds.filter(state__in=Round.SHOWN)
    rounds = range(1, event.planned_rounds + 1)
    compared = order_of(event)
    order = paper_standings.order_of(
        compared.chain, compared.comparison, mixed_sizes=False, unplaced=""
    )
    return (
        *(PLAN.paper({**own, "round": str(each.pk)}) for each in shown),
        *(_plan_paper(about, each) for each in found),
        *(
            empty_sheet(event, size, copies=copies, options=about.options)
            for size, copies in sorted(_sheets(event, found).items(), reverse=True)
        ),
        *(
            _part(
                about,
                "empty-standings.html",
                {
                    "players": group.numbered,
                    "group": group.title,
                    "handicapped": group.handicapped,
                    "rounds": rounds,
                    "order": order,
                },
            )
            for group in groups(event)
        ),
        CRIB.paper(own),
    )


def _sheets(event: Event, found: Sequence[NumberPlan]) -> Counter[int]:
    """Return how many sheets for each size of table are enough, by numbers or by name.

    A match is played at tables of one size, and its plan by numbers has as many.
    """
    if event.kind != Event.Kind.INDIVIDUAL:
        return sheets(found)
    named = by_table(places(event)).values()
    return sheets(found) | Counter(len(seated) for seated in named)


def _plan_paper(about: About, each: NumberPlan) -> Paper:
    said = {
        "group": each.group,
        "how_many": HOW_MANY[about.event.kind] % {"count": each.count},
        "rounds": range(1, each.rounds + 1),
        "lines": each.lines,
        "byes": each.byes,
        "across": each.rounds > MOST_ROUNDS_ACROSS,
        "explained": str(SEATED[about.event.kind]),
    }
    return _part(about, "pack-plan.html", said)


def _part(about: About, template: str, said: Values) -> Paper:
    context = {**head(about), **said}
    return Paper(template, context, about.event.name, about.event.language)


HOW_MANY: Final[dict[str, Any]] = {
    Event.Kind.INDIVIDUAL: ngettext_lazy("%(count)d player", "%(count)d players", "count"),
    Event.Kind.PAIRS: ngettext_lazy("%(count)d pair", "%(count)d pairs", "count"),
    Event.Kind.TEAMS: ngettext_lazy("%(count)d team", "%(count)d teams", "count"),
}

PACK = Document(
    kind="pack",
    title=_("Emergency pack"),
    template="pack.html",
    shelf=Shelf.BEFORE,
    values=cover,
    then=contents,
)
