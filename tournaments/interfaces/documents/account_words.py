"""How the event keeps its account, in some sentences by which it can be kept by hand."""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rules import RuleSet
from scoring.mixed import ANTE, FOR_THE_POT
from scoring.pott import KODILLE
from tournaments.interfaces import wording
from tournaments.interfaces.paper_words import signed
from tournaments.models import Event

Accounting = Event.Accounting


def of_account(event: Event, ruleset: RuleSet) -> list[str]:
    """Return what a game moves, and what all pass costs."""
    accounting = Accounting(event.accounting)
    named = capfirst(str(wording.ACCOUNTINGS[accounting])) + "."
    return [named, *_SENTENCES[accounting](event, ruleset)]


def of_tout(event: Event, ruleset: RuleSet) -> list[str]:
    """Return what a tout moves; nothing where none can be announced."""
    if not any(terms.tout for terms in ruleset.played):
        return []
    said = _("Tout: %(points)s from each opponent when made, as much to each when not.")
    if event.accounting == Accounting.MIXED:
        said = _(
            "Tout: %(points)s from each opponent when made; when not, as much to each, and as "
            "much into the pot."
        )
    elif of_declarer(event):
        said = _("Tout: %(points)s from the pot when made, as much into it when not.")
    return [said % {"points": signed(ruleset.tout_value)}]


def of_declarer(event: Event) -> bool:
    """Whether the declarer settles with the pot alone, and not with the opponents."""
    return event.accounting in {Accounting.POT, Accounting.POTT}


def _rasle(event: Event, _ruleset: RuleSet) -> list[str]:
    if event.sitter_pays and event.kind == Event.Kind.INDIVIDUAL:
        return [_("Who sits out pays and is paid as well.")]
    return []


def _pot(event: Event, ruleset: RuleSet) -> list[str]:
    said = [
        _(
            "What he wins comes from the pot, and what he loses goes into it. The pot begins with "
            "nothing and may go below it. When all pass, nothing is paid."
        )
    ]
    joining = ruleset.several_nolo or ruleset.fourth_joins_nolo
    if joining and any(terms.several for terms in ruleset.played):
        said.append(
            _(
                "Who joins a nolo, or looks and stays out, settles with the pot for himself in "
                "the same way."
            )
        )
    return [*said, _proof(event)]


def _pott(event: Event, ruleset: RuleSet) -> list[str]:
    return [
        _opening(event, event.ante),
        _all_pass(ruleset),
        _(
            "The declarer takes what he wins from the pot, and puts into it what he loses. A "
            "kodille costs %(more)d more than a bet in every game. At remis each of the three who "
            "played puts in what a bet costs."
        )
        % {"more": KODILLE},
        _(
            "If the pot holds less than the declarer wins, everybody first puts in %(ante)d "
            "again, as often as it takes."
        )
        % {"ante": event.ante},
        _proof(event),
    ]


def _mixed(event: Event, ruleset: RuleSet) -> list[str]:
    games = [terms.contract for terms in ruleset.played if terms.contract in FOR_THE_POT]
    great = _(
        "%(games)s are also played for the pot: who wins takes from it what it holds beyond one "
        "for each player. Who loses by bet or kodille puts in as much as it holds, instead of "
        "what the game costs."
    ) % {"games": capfirst(", ".join(str(wording.CONTRACTS[each]) for each in games))}
    if event.pot_cap is not None:
        great += " " + _("Such a game takes or puts in %(cap)d at most.") % {"cap": event.pot_cap}
    return [
        _opening(event, ANTE),
        _all_pass(ruleset),
        _(
            "Each opponent pays the declarer or is paid. What the declarer pays each for a bet, a "
            "kodille or a remis, he also puts into the pot once."
        ),
        *_rasle(event, ruleset),
        great,
        _proof(event),
    ]


def _opening(event: Event, ante: int) -> str:
    return _(
        "Before the first deal of a round everybody at the table, also who sits out, puts "
        "%(ante)d into its pot, and so begins with %(begin)s."
    ) % {"ante": ante, "begin": signed(event.start - ante)}


def _all_pass(ruleset: RuleSet) -> str:
    if not ruleset.pass_pays:
        return _("When all pass, nothing is paid.")
    return _("When all pass, everybody, also who sits out, puts 1 into the pot.")


def _proof(event: Event) -> str:
    if not event.start:
        return _("What all have and what is in the pot always make 0 together.")
    return _("What all have and what is in the pot always make %(start)s for each player.") % {
        "start": signed(event.start)
    }


_SENTENCES: Final[Mapping[str, Callable[[Event, RuleSet], list[str]]]] = {
    Accounting.RASLE: _rasle,
    Accounting.POT: _pot,
    Accounting.POTT: _pott,
    Accounting.MIXED: _mixed,
}
