"""Beside the new plan: somebody comes to a table, or leaves it, and nobody else moves."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from lhombre_club.members.models import Person
from lhombre_club.numbers import read_whole
from lhombre_club.refusal import Refusal
from tournaments.models import Event, Participant
from tournaments.plans import Name
from tournaments.plans.planner import MOST_PLAYERS
from tournaments.seating.domain.facts import as_stored, meetings_of
from tournaments.seating.domain.in_place import (
    InPlace,
    plan_to_go_on,
    plan_to_sit,
    plans_to_sit,
)
from tournaments.seating.domain.options import RoundPlan
from tournaments.seating.pages import released
from tournaments.seating.pages.player import PlayerPage, Preview, joining
from tournaments.seating.pages.ways import also_costs, met_again
from tournaments.seating.pages.who_plays import JoinForm
from tournaments.seating.pages.words import cost_in_words


@dataclass(frozen=True, slots=True)
class Offer:
    """A table that can take one more, or go on with one fewer."""

    table: int
    label: str
    says: str = ""
    """Where he would sit, and how many meetings would be repeated ones."""


def table_of(sent: Mapping[str, str]) -> int:
    """Return the table that was chosen to change alone; 0: none."""
    return read_whole(sent.get("at"), least=1, most=MOST_PLAYERS) or 0


def shown_with(event: Event, form: JoinForm, sent: Mapping[str, str]) -> dict[str, Any]:
    """Return the plan with somebody who comes, and the tables that have room for him."""
    wanted, table = form.cleaned_data, table_of(sent)
    person = form.person_chosen or Person(first_name=wanted["name"])
    title = _("The plan with %(name)s") % {"name": person.name}
    if table:
        plan = plan_to_sit(event, person, wanted["from_round"], table)
        return {"preview": _preview(title, "", form, plan, table)}
    offers = _tables(event, person, wanted["from_round"])
    try:
        return {"preview": joining(event, form), "offers": offers}
    except Refusal as refusal:
        if not offers:
            raise
        return {"preview": _refused(title, "", form, refusal), "offers": offers}


def shown_for(page: PlayerPage, deed: str, sent: Mapping[str, str]) -> dict[str, Any]:
    """Return the plan after a player leaves or comes back, and the table that can change alone."""
    table, form = table_of(sent), page.forms[deed]
    if table and (plan := _of_player(page.player, deed, form.cleaned_data, table)):
        return {"preview": _preview(page.title(deed), deed, form, plan, table)}
    offers = list(_offers(page.player, deed, form.cleaned_data))
    try:
        anew = page.preview(deed)
    except Refusal as refusal:
        if not offers:
            raise
        return {"preview": _refused(page.title(deed), deed, form, refusal), "offers": offers}
    if "at" not in sent and (stays := _as_good(page, deed, anew)):
        return {"preview": stays, "offers": [Offer(0, _("Seat the rounds to come anew"))]}
    return {"preview": anew, "offers": offers}


def _as_good(page: PlayerPage, deed: str, anew: Preview) -> Preview | None:
    """Return the plan in which his tables go on without him, where a new one is no better."""
    form = page.forms[deed]
    if deed != "leave" or anew.cost is None:
        return None
    try:
        plan = plan_to_go_on(page.player, form.cleaned_data["after_round"])
    except Refusal:
        return None
    if not plan.tables or plan.cost is None or plan.cost > anew.cost:
        return None
    made = _preview(page.title(deed), deed, form, plan, plan.tables[0][1])
    return replace(made, says=(*made.says, _("To seat everybody anew would be no better.")))


def _of_player(
    player: Participant, deed: str, wanted: Mapping[str, int], table: int
) -> InPlace | None:
    if deed == "leave":
        return plan_to_go_on(player, wanted["after_round"])
    if player.person is None:  # the club has forgotten him
        return None
    return plan_to_sit(player.event, player.person, wanted["from_round"], table)


def _offers(player: Participant, deed: str, wanted: Mapping[str, int]) -> Iterable[Offer]:
    if deed == "leave":
        try:
            plan = plan_to_go_on(player, wanted["after_round"])
        except Refusal:
            return
        for _number, table, names in _changes(plan)[:1]:
            words = {"table": table, "players": len(names)}
            label = _("Table %(table)d goes on with %(players)d, nobody moves") % words
            yield Offer(table, label, _repeated(plan))
    elif player.person is not None:
        yield from _tables(player.event, player.person, wanted["from_round"])


def _tables(event: Event, person: Person, from_round: int) -> list[Offer]:
    """The tables of a round that can take one more."""
    label = _("Sit at table %(table)d, nobody else moves")
    found = plans_to_sit(event, person, from_round)
    return [
        Offer(table, label % {"table": table}, f"{_where(plan)}, {_repeated(plan)}")
        for table, plan in found.items()
    ]


def _where(plan: InPlace) -> str:
    """Return at which table somebody sits in each round that changes."""
    says = _("round %(number)d: table %(table)d")
    return ", ".join(says % {"number": number, "table": at} for number, at in plan.tables)


def _repeated(plan: InPlace) -> str:
    return next(cost_in_words(cost) for cost in plan.costs if cost.name is Name.REPEATS)


def _refused(title: str, deed: str, form: Any, refusal: Refusal) -> Preview:
    return Preview(title, deed, form, (str(refusal),), can=False)


def _preview(title: str, deed: str, form: Any, plan: InPlace, table: int) -> Preview:
    """Show the tables that change, and what that means for the room."""
    event = plan.before.event
    changes = _changes(plan)
    waiting = [one for one in plan.rounds if not plan.goes_on(one.number)]
    return Preview(
        title,
        deed,
        form,
        says=(
            _("Nobody else moves."),
            *(_goes_on(number, at) for number, at, _ in changes if plan.goes_on(number)),
            *released.taken_back(event, waiting),
            *(_same_table(plan) if deed != "leave" else ()),
            met_again(meetings_of(plan.after, as_stored(plan.after))),
            *also_costs(plan.costs),
        ),
        rounds=tuple(RoundPlan(number, ((at, names),), ()) for number, at, names in changes),
        at=table,
        seen=plan.before.mark,
    )


def _same_table(plan: InPlace) -> Iterable[str]:
    """Say that who comes sits at one table all the time, where he does."""
    tables = {at for _number, at in plan.tables}
    if len(plan.tables) > 1 and len(tables) == 1:
        words = {"rounds": len(plan.tables), "table": tables.pop()}
        yield _("%(rounds)d rounds at the same table: table %(table)d.") % words


def _goes_on(number: int, table: int) -> str:
    words = {"number": number, "table": table}
    return (
        _(
            "Round %(number)d goes on at the other tables. Print the sheet of table %(table)d "
            "anew: the old one does not count any more."
        )
        % words
    )


def _changes(plan: InPlace) -> list[tuple[int, int, tuple[str, ...]]]:
    """The round, the number and the players of each table that changes."""
    tables = {one.number: dict(one.tables) for one in plan.rounds}
    return [(number, table, tables[number][table]) for number, table in plan.tables]
