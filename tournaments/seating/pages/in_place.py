"""Beside the new plan: somebody comes to a table, or leaves it, and nobody else changes table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lhombre_club.members.models import Person
from lhombre_club.numbers import read_whole
from lhombre_club.refusal import Refusal
from tournaments.models import Event, Participant, Table
from tournaments.plans import Name
from tournaments.plans.planner import MOST_PLAYERS, MOST_ROUNDS
from tournaments.seating.domain.evening import EveningField
from tournaments.seating.domain.facts import as_stored, meetings_of, wished_of
from tournaments.seating.domain.in_place import (
    InPlace,
    plan_to_go_on,
    plan_to_sit,
    plans_to_sit,
    worth,
)
from tournaments.seating.domain.options import RoundPlan
from tournaments.seating.pages import released
from tournaments.seating.pages.player import PlayerPage, Preview, elsewhere, joining, moves
from tournaments.seating.pages.ways import also_costs, met_again, wishes_said
from tournaments.seating.pages.who_plays import JoinForm
from tournaments.seating.pages.words import cost_in_words
from tournaments.seating.queries.joining import next_round
from tournaments.words.figures import short
from tournaments.words.wording import seat_name


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


def said_when_done(event: Event, sent: Mapping[str, str]) -> str:
    """Return what is said of the plan once it is changed; asked before that is done."""
    table = table_of(sent)
    if not table and next_round(event) > event.planned_rounds:
        return _("It is kept.")
    if not table:
        return _("The rounds to come are seated anew. Look at the plan.")
    number = read_whole(sent.get("from_round"), least=1, most=MOST_ROUNDS)
    here = Table.objects.filter(round__event=event, number=table)
    if number and not here.filter(round__number=number).exists():
        return _("As few as possible have moved. Look at the plan.")
    return _("Nobody else has changed table. Look at the plan.")


def shown_with(event: Event, form: JoinForm, sent: Mapping[str, str]) -> dict[str, Any]:
    """Return the plan with somebody who comes, and the other ways."""
    wanted, table = form.cleaned_data, table_of(sent)
    person = form.person_chosen or Person(first_name=wanted["name"])
    title = _("The plan with %(name)s") % {"name": person.name}
    if table:
        plan = plan_to_sit(event, person, wanted["from_round"], table)
        return {"preview": _preview(title, "", form, plan, table)}
    found = plans_to_sit(event, person, wanted["from_round"])
    try:
        anew = joining(event, form)
    except Refusal as refusal:
        if not found:
            raise
        return {"preview": _refused(title, "", form, refusal), "offers": _tables(found)}
    return _fewest_first(event, found, anew, sent)


def shown_for(page: PlayerPage, deed: str, sent: Mapping[str, str]) -> dict[str, Any]:
    """Return the plan after a player leaves or comes back, and the other ways."""
    table, form = table_of(sent), page.forms[deed]
    if table and (plan := _of_player(page.player, deed, form.cleaned_data, table)):
        return {"preview": _preview(page.title(deed), deed, form, plan, table)}
    found = _ways_back(page.player, form.cleaned_data) if deed == "back" else {}
    offers = _tables(found) if deed == "back" else _going_on(page.player, form.cleaned_data)
    try:
        anew = page.preview(deed)
    except Refusal as refusal:
        if not offers:
            raise
        return {"preview": _refused(page.title(deed), deed, form, refusal), "offers": offers}
    if deed == "back":
        return _fewest_first(page.event, found, anew, sent)
    if "at" not in sent and (stays := _as_good(page, anew)):
        return {"preview": stays, "offers": [_anew(page.event, anew)]}
    return {"preview": anew, "offers": offers}


def _fewest_first(
    event: Event, found: Mapping[int, InPlace], anew: Preview, sent: Mapping[str, str]
) -> dict[str, Any]:
    """Return what moves fewest, and what else can be chosen; or the new plan where it was."""
    offers = _tables(found)
    if "at" in sent or not found:
        return {"preview": anew, "offers": offers}
    best = min(found, key=lambda table: worth(found[table].costs))
    others = [offer for offer in offers if offer.table != best]
    return {
        "preview": _preview(anew.title, anew.deed, anew.form, found[best], best),
        "offers": [*others, _anew(event, anew)],
    }


def _anew(event: Event, anew: Preview) -> Offer:
    """Return the offer of a new plan, with how many move."""
    return Offer(0, _("Seat the rounds to come anew"), " ".join(moves(event, anew.rounds)))


def _as_good(page: PlayerPage, anew: Preview) -> Preview | None:
    """Return the plan in which his tables go on without him, where a new one is no better."""
    form = page.forms["leave"]
    if anew.cost is None:
        return None
    try:
        plan = plan_to_go_on(page.player, form.cleaned_data["after_round"])
    except Refusal:
        return None
    if not plan.tables or plan.cost is None or plan.cost > anew.cost:
        return None
    made = _preview(anew.title, anew.deed, form, plan, plan.tables[0][1])
    return replace(made, says=(*made.says, _("To seat everybody anew would be no better.")))


def _of_player(
    player: Participant, deed: str, wanted: Mapping[str, int], table: int
) -> InPlace | None:
    if deed == "leave":
        return plan_to_go_on(player, wanted["after_round"])
    if player.person is None:  # the club has forgotten him
        return None
    return plan_to_sit(player.event, player.person, wanted["from_round"], table)


def _going_on(player: Participant, wanted: Mapping[str, int]) -> list[Offer]:
    """The table that goes on without who leaves."""
    try:
        plan = plan_to_go_on(player, wanted["after_round"])
    except Refusal:
        return []
    label = _("Table %(table)d goes on with %(players)d, nobody changes table")
    return [
        Offer(table, label % {"table": table, "players": len(names)}, _repeated(plan))
        for _number, table, names in _changes(plan)[:1]
    ]


def _ways_back(player: Participant, wanted: Mapping[str, int]) -> Mapping[int, InPlace]:
    if player.person is None:  # the club has forgotten him
        return {}
    return plans_to_sit(player.event, player.person, wanted["from_round"])


def _tables(found: Mapping[int, InPlace]) -> list[Offer]:
    """The tables of a round that can take one more, or a new one."""
    sits = _("Sit at table %(table)d, nobody else moves")
    opens = _("Make table %(table)d, few move")
    return [
        Offer(
            table,
            (opens if plan.moves else sits) % {"table": table},
            f"{_where(plan)}, {_repeated(plan)}",
        )
        for table, plan in found.items()
    ]


def _where(plan: InPlace) -> str:
    """Return at which table somebody sits in each round that changes."""
    says = _("round %(number)d: table %(table)d")
    tables = dict(plan.tables).items()
    return ", ".join(says % {"number": number, "table": at} for number, at in tables)


def _repeated(plan: InPlace) -> str:
    return next(cost_in_words(cost) for cost in plan.costs if cost.name is Name.REPEATS)


def _refused(title: str, deed: str, form: Any, refusal: Refusal) -> Preview:
    return Preview(title, deed, form, (str(refusal),), can=False)


def _preview(title: str, deed: str, form: Any, plan: InPlace, table: int) -> Preview:
    """Show the tables that change, and what that means for the room."""
    event = plan.before.event
    changes = _changes(plan)
    new = plan.after.participants[len(plan.before.participants) :]
    waiting = [one for one in plan.rounds if not plan.goes_on(one.number)]
    return Preview(
        title,
        deed,
        form,
        says=(
            *(line for one in new if one.person for line in elsewhere(event, one.person)),
            *_who_moves(plan),
            *(_goes_on(number, at) for number, at, _ in changes if plan.goes_on(number)),
            *released.taken_back(event, waiting),
            *(_same_table(plan) if deed != "leave" else ()),
            met_again(meetings_of(plan.after, as_stored(plan.after))),
            *wishes_said(wished_of(plan.after, as_stored(plan.after))),
            *also_costs(plan.costs),
        ),
        rounds=tuple(
            RoundPlan(
                number, tuple((at, names) for here, at, names in changes if here == number), ()
            )
            for number in dict(plan.tables)
        ),
        at=table,
        seen=plan.before.mark,
    )


def _who_moves(plan: InPlace) -> Iterable[str]:
    """Say who sits elsewhere than now: at another table, or on another chair of the same."""
    chairs = list(_other_chairs(plan))
    if plan.moves:
        yield from moves(plan.before.event, plan.rounds)
    else:
        yield _("Nobody else changes table.") if chairs else _("Nobody else moves.")
    yield from chairs


def _other_chairs(plan: InPlace) -> Iterable[str]:
    """Name those who stay at a table that is left, and close up there."""
    for number, table in plan.tables:
        was = dict(enumerate(_players(plan.before, number, table)))
        now = enumerate(_players(plan.after, number, table))
        other = [(seat, who) for seat, who in now if who in was.values() and was[seat] != who]
        if not other:
            continue
        says = ngettext(
            "Round %(number)d, table %(table)d: %(names)s sits on another chair than now.",
            "Round %(number)d, table %(table)d: %(names)s sit on other chairs than now.",
            len(other),
        )
        people = plan.after.participants
        named = (f"{short(people[who].name)} ({seat_name(seat)})" for seat, who in other)
        yield says % {"number": number, "table": table, "names": ", ".join(named)}


def _players(field: EveningField, number: int, table: int) -> tuple[int, ...]:
    """Return who sits at a table, by seat; nobody where there is none."""
    found = (one.players for one in field.round(number).tables if one.number == table)
    return next(found, ())


def _same_table(plan: InPlace) -> Iterable[str]:
    """Say that who comes sits at one table all the time, where he does."""
    tables = dict(plan.tables)
    if len(tables) > 1 and len(set(tables.values())) == 1:
        words = {"rounds": len(tables), "table": min(tables.values())}
        yield _("Who comes sits at table %(table)d in each of %(rounds)d rounds.") % words


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
