"""What a file holds and what taking it in would do, in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from lhombre_club.members.models import Club
from tournaments.carried.domain.clubs import ClubPlan
from tournaments.carried.domain.comparing import Way
from tournaments.carried.domain.events import EventPlan
from tournaments.carried.domain.people import Met
from tournaments.carried.queries.kinds import OF_CLUB
from tournaments.carried.queries.reading import Carried

HOLDS: Final = (
    gettext_lazy("who plays: names and numbers in the club, no addresses"),
    gettext_lazy("rules, account, rounds, tables and seats, as they are and as they were"),
    gettext_lazy("every version of every deal, with who entered it and when"),
    gettext_lazy("penalties, rulings, corrections, protests and doubts"),
    gettext_lazy("the account, the seals, who pays whom, and what was paid"),
    gettext_lazy("folders, the tray, the journal, and the photos of sheets if you want them"),
)
NOT_OF_CLUB: Final = gettext_lazy(
    "Not in it: the letters under Post, members’ own links, who has which office, the list of who "
    "was forgotten and when, and for how long the club keeps what. They stay on this computer."
)
NEVER: Final = gettext_lazy(
    "No passwords, no log-ins and no codes of sheets are in it. Whoever has the file can read it: "
    "keep it as you keep the list of members."
)
NAMED: Final[Mapping[str, Promise]] = {
    "seasons": gettext_lazy("Seasons"),
    "season_draws": gettext_lazy("Draws of seasons"),
    "past_evenings": gettext_lazy("Past evenings of seasons"),
    "settlings": gettext_lazy("Seasons that were settled up"),
    "presets": gettext_lazy("Presets"),
    "own_rules": gettext_lazy("Versions of own rules"),
    "honours": gettext_lazy("Lines of the board of honour"),
    "calendar": gettext_lazy("Days of the calendar"),
    "penalty_reasons": gettext_lazy("What is penalised"),
    "seating_wishes": gettext_lazy("Wishes for the seating"),
    "past_memberships": gettext_lazy("Earlier memberships"),
    "union_figures": gettext_lazy("The union’s figures"),
    "own_fields": gettext_lazy("The club’s own fields"),
    "member_notes": gettext_lazy("Notes on members"),
    "attendance": gettext_lazy("Who came when"),
    "answers": gettext_lazy("Answers whether somebody comes"),
    "deleted_events": gettext_lazy("What is known of deleted events"),
    "vouchers": gettext_lazy("Vouchers of the cash book"),
    "cash_receipts": gettext_lazy("Receipts"),
    "cash_counts": gettext_lazy("Counts of the cash"),
    "cash_years": gettext_lazy("Closings of the cash book’s years"),
    "statement_lines": gettext_lazy("Lines of the bank’s statements"),
    "half_seasons": gettext_lazy("Half seasons with dues"),
    "dues_payments": gettext_lazy("Payments of dues"),
    "evening_pools": gettext_lazy("Pools of evenings"),
}
"""The parts of a club that a director knows by name."""
WITHIN: Final[Mapping[str, str]] = {
    "season_places": "season_draws",
    "drawn_evenings": "season_draws",
    "past_results": "past_evenings",
    "payments": "settlings",
    "lists_taken": "answers",
    "cash_accounts": "vouchers",
    "cash_postings": "vouchers",
    "voided_vouchers": "vouchers",
    "dues_rates": "half_seasons",
    "waivers": "half_seasons",
    "evening_prizes": "evening_pools",
}
"""The other parts, and of which of those they are."""
MOST_NAMED: Final = 12


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of a file before it is taken in."""

    title: str
    made: datetime
    made_here: bool
    """By this installation, and nobody has changed it since."""
    code: str
    """Of the newest seal of an event, as it is printed on papers with totals."""
    says: Sequence[str]
    """What taking it in would do, in sentences."""
    is_known: bool
    """Everything in it is here already: there is nothing to do."""


def told_of_event(carried: Carried, plan: EventPlan) -> Told:
    """Say what taking in an event would do."""
    says = [_way(plan), *_counts(carried)]
    if plan.way is not Way.SAME:
        says += _people(plan.people)
    if plan.new_season:
        says.append(_("The season %(name)s is made.") % {"name": plan.new_season})
    elif plan.season:
        says.append(_("It counts in the season %(name)s.") % {"name": plan.season.name})
    return _told(carried, plan.name, says, is_known=plan.way is Way.SAME)


def held_of_club(club: Club) -> list[str]:
    """Say what the file of a club holds, and how much of each; a query for each part."""
    parts = {kind.name: kind for kind in OF_CLUB}
    says = {
        _("Members, with numbers, addresses and telephones"): club.memberships.count(),
        _("Events, each as a file of its own inside"): club.events.count(),
        **{str(label): parts[name].rows(club).count() for name, label in NAMED.items()},
    }
    return [
        _("the club’s name, words and choices"),
        *(
            _("%(what)s: %(count)d") % {"what": what, "count": count}
            for what, count in says.items()
            if count
        ),
    ]


def told_of_club(club: Club, carried: Carried, plan: ClubPlan) -> Told:
    """Say what taking in a club would do."""
    says = _people(plan.people)
    for part, label in NAMED.items():
        new, here = plan.rows[part]
        if new or here:
            says.append(
                _("%(what)s: %(new)d new, %(here)d here already.")
                % {"what": label, "new": new, "here": here}
            )
    says += [f"{each.name}: {_way(each)}" for each in plan.events]
    if plan.takes_settings:
        says.append(_("The club’s words and choices are taken from the file."))
    title = carried.manifest["club"]["name"]
    says += _called(club, title, plan.name)
    return _told(carried, title, says, is_known=False)


def _called(club: Club, told: str, name: str) -> list[str]:
    """Say what the club here is called from then on, where that is not the same anyway."""
    if name != club.name:
        return [_("The club here is called %(name)s from then on.") % {"name": name}]
    if name == told:
        return []
    says = _(
        "The club here goes on being called %(name)s. Another name is given on the page of the "
        "club."
    )
    return [says % {"name": name}]


def _told(carried: Carried, title: str, says: Sequence[str], *, is_known: bool) -> Told:
    made = datetime.fromisoformat(carried.manifest["made_at"])
    return Told(title, made, carried.is_ours, carried.manifest["code"], says, is_known)


def _way(plan: EventPlan) -> str:
    if plan.way is Way.NEW:
        return _("The event is made here.")
    if plan.way is Way.GOES_ON:
        return _("The event is here already. All of it is in the file, and it goes on from there.")
    return _("The event is here already, with everything that the file has.")


def _counts(carried: Carried) -> list[str]:
    rounds, tables, results = (len(carried.parts[name]) for name in ("rounds", "tables", "results"))
    photos = len(carried.photos)
    says = [
        _("In the file: rounds %(rounds)d, tables %(tables)d, versions of deals %(results)d.")
        % {"rounds": rounds, "tables": tables, "results": results}
    ]
    if photos:
        told = ngettext("With %(count)d photo.", "With %(count)d photos.", photos)
        says.append(told % {"count": photos})
    return says


def _people(met: Sequence[Met]) -> list[str]:
    """Say who is made, and who of another key is taken for whom."""
    new = [each for each in met if each.is_new]
    known = len(met) - len(new)
    says = []
    if known:
        told = ngettext(
            "%(count)d player is here already.", "%(count)d players are here already.", known
        )
        says.append(told % {"count": known})
    if new:
        told = ngettext(
            "%(count)d player is made: %(names)s.",
            "%(count)d players are made: %(names)s.",
            len(new),
        )
        says.append(told % {"count": len(new), "names": _names(new)})
    numbers = [each for each in met if each.joins and each.row["number"] and not each.number]
    if numbers:
        says.append(
            _("Without a number, since another member here has it: %(names)s.")
            % {"names": _names(numbers)}
        )
    return says


def _names(some: Iterable[Met]) -> str:
    names = [each.name for each in some]
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown} …" if len(names) > MOST_NAMED else shown


def file_name(name: str, day: str) -> str:
    """Return what a file is called: letters, figures and lines, which every system takes."""
    kept = "".join(letter if letter.isalnum() else "-" for letter in name.casefold())
    return f"{'-'.join(filter(None, kept.split('-')))[:60]}-{day}.zip"
