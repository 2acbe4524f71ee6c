"""The words for an account: its kind, its settings, and some sentences to keep it by hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import RuleSet
from scoring.kind import AccountRules, Pays
from scoring.mixed import ANTE as MIXED_ANTE
from scoring.mixed import MIXED, POT_CAP
from scoring.pot import POT_ACCOUNT
from scoring.pott import ANTE, KODILLE, POTT, REMIS_PAYS, REMIS_PRICE, RemisPays, RemisPrice
from scoring.rasle import RASLE, SITTER_PAYS
from tournaments.book.accounts import rules_of
from tournaments.models import Event
from tournaments.words import wording
from tournaments.words.figures import signed

REMIS: Final[Mapping[tuple[RemisPays, RemisPrice], Promise]] = {
    (RemisPays.TABLE, RemisPrice.GAME): gettext_lazy(
        "At remis everybody, also who sits out, puts in what a bet costs."
    ),
    (RemisPays.PLAYERS, RemisPrice.GAME): gettext_lazy(
        "At remis each of the three who played puts in what a bet costs."
    ),
    (RemisPays.TABLE, RemisPrice.ONE): gettext_lazy(
        "At remis everybody, also who sits out, puts in 1."
    ),
    (RemisPays.PLAYERS, RemisPrice.ONE): gettext_lazy(
        "At remis each of the three who played puts in 1."
    ),
}


@dataclass(frozen=True, slots=True)
class Kept:
    """An account that is to be told."""

    event: Event
    ruleset: RuleSet
    rules: AccountRules


@dataclass(frozen=True, slots=True)
class KindWords:
    """A way to keep an account, in words."""

    name: Promise
    sentences: Callable[[Kept], list[str]]
    """What a game moves, and what all pass costs."""


@dataclass(frozen=True, slots=True)
class SettingWords:
    """A setting of an account, in the words of a form."""

    label: Promise
    help: Promise | str = ""
    choices: Mapping[str, Promise] = field(default_factory=dict)
    """What can be chosen, where that is one of some customs."""


def of_account(event: Event, ruleset: RuleSet) -> list[str]:
    """Return what a game moves, and what all pass costs."""
    words = KINDS[event.accounting]
    kept = Kept(event, ruleset, rules_of(event))
    return [capfirst(str(words.name)) + ".", *words.sentences(kept)]


def of_tout(event: Event, ruleset: RuleSet) -> list[str]:
    """Return what a tout moves; nothing where none can be announced."""
    if not any(terms.tout for terms in ruleset.played):
        return []
    said = TOUT[rules_of(event).kind.pays]
    return [str(said) % {"points": signed(ruleset.tout_value)}]


def of_declarer(event: Event) -> bool:
    """Whether the declarer settles with the pot alone, and not with the opponents."""
    return rules_of(event).kind.pays is Pays.POT


def _rasle(kept: Kept) -> list[str]:
    if kept.rules[SITTER_PAYS] and kept.event.kind == Event.Kind.INDIVIDUAL:
        return [_("Who sits out pays and is paid as well.")]
    return []


def _pot(kept: Kept) -> list[str]:
    ruleset = kept.ruleset
    said = [
        _(
            "What the declarer wins comes from the pot, and what the declarer loses goes into it. "
            "The pot begins with nothing and may go below it. When all pass, nothing is paid."
        )
    ]
    joining = ruleset.several_nolo or ruleset.fourth_joins_nolo
    if joining and any(terms.several for terms in ruleset.played):
        said.append(
            _(
                "Who joins a nolo, or looks and stays out, settles alone with the pot in the "
                "same way."
            )
        )
    return [*said, _proof(kept.event)]


def _pott(kept: Kept) -> list[str]:
    rules = kept.rules
    game = _(
        "What the declarer wins is taken from the pot, and what the declarer loses is put into "
        "it. A kodille costs %(more)d more than a bet in every game."
    ) % {"more": KODILLE}
    return [
        _opening(kept.event, rules[ANTE]),
        _all_pass(kept.ruleset),
        f"{game} {REMIS[rules[REMIS_PAYS], rules[REMIS_PRICE]]}",
        _(
            "If the pot holds less than the declarer wins, everybody first puts in %(ante)d "
            "again, as often as it takes."
        )
        % {"ante": rules[ANTE]},
        _proof(kept.event),
    ]


def _mixed(kept: Kept) -> list[str]:
    games = [terms.contract for terms in kept.ruleset.played if terms.for_pot]
    great = _(
        "%(games)s are also played for the pot: who wins takes from it what it holds beyond one "
        "for each player. Who loses by bet or kodille puts in as much as it holds, instead of "
        "what the game costs."
    ) % {"games": capfirst(", ".join(wording.contract(each, kept.ruleset) for each in games))}
    cap = kept.rules[POT_CAP]
    if cap is not None:
        great += " " + _("Such a game takes or puts in %(cap)d at most.") % {"cap": cap}
    return [
        _opening(kept.event, MIXED_ANTE),
        _all_pass(kept.ruleset),
        _(
            "Each opponent pays the declarer or is paid. What the declarer pays each for a bet, a "
            "kodille or a remis, also goes into the pot once."
        ),
        *_rasle(kept),
        great,
        _proof(kept.event),
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
        return _(
            "But for penalties and entries by hand, what all have and what is in the pot always "
            "make 0 together."
        )
    return _(
        "But for penalties and entries by hand, what all have and what is in the pot always make "
        "%(start)s for each player."
    ) % {"start": signed(event.start)}


TOUT: Final[Mapping[Pays, Promise]] = {
    Pays.OPPONENTS: gettext_lazy(
        "Tout: %(points)s from each opponent when made, as much to each when not."
    ),
    Pays.POT: gettext_lazy("Tout: %(points)s from the pot when made, as much into it when not."),
    Pays.BOTH: gettext_lazy(
        "Tout: %(points)s from each opponent when made; when not, as much to each, and as "
        "much into the pot."
    ),
}
KINDS: Final[Mapping[str, KindWords]] = {
    RASLE.key: KindWords(gettext_lazy("rasle: each opponent pays or is paid at once"), _rasle),
    POT_ACCOUNT.key: KindWords(gettext_lazy("pot: only the declarer’s own balance moves"), _pot),
    POTT.key: KindWords(
        gettext_lazy("pott: a pot that everybody fills and the declarer plays for (lomber)"), _pott
    ),
    MIXED.key: KindWords(gettext_lazy("mixed: opponents and pot together (lomber)"), _mixed),
}
CHOICES: Final = [(key, words.name) for key, words in KINDS.items()]
"""The kinds of account, for a form."""
SETTINGS: Final[Mapping[str, SettingWords]] = {
    SITTER_PAYS.key: SettingWords(gettext_lazy("Who sits out pays and is paid as well")),
    ANTE.key: SettingWords(gettext_lazy("Ante"), gettext_lazy("For a pott: 2 to 6 bits.")),
    REMIS_PAYS.key: SettingWords(
        gettext_lazy("Who pays at remis"),
        gettext_lazy("For a pott."),
        {
            RemisPays.TABLE: gettext_lazy("everybody, also who sits out"),
            RemisPays.PLAYERS: gettext_lazy("the three who played"),
        },
    ),
    REMIS_PRICE.key: SettingWords(
        gettext_lazy("What each pays at remis"),
        gettext_lazy("For a pott."),
        {
            RemisPrice.GAME: gettext_lazy("what a bet costs"),
            RemisPrice.ONE: gettext_lazy("one bit"),
        },
    ),
    POT_CAP.key: SettingWords(
        gettext_lazy("Most bits that one deal moves in the pot"),
        gettext_lazy("For a mixed account; leave it empty if there is no limit."),
    ),
}
