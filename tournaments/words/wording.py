"""The words for what the game has: seats, contracts, outcomes.

The game's own words stay as clubs say them; ``docs/glossary.md`` explains them.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules import Contract, Outcome, RuleSet, Tout

SEATS = (_("North"), _("West"), _("South"), _("East"))
"""Seats 0 to 3, in playing order: anticlockwise."""
SEAT_INITIALS = (
    pgettext_lazy("North, at the head of a column", "N"),
    pgettext_lazy("West, at the head of a column", "W"),
    pgettext_lazy("South, at the head of a column", "S"),
    pgettext_lazy("East, at the head of a column", "E"),
)


def seat_name(seat: int) -> str:
    """Return what a seat is called; a fifth seat has no wind."""
    return str(SEATS[seat]) if seat < len(SEATS) else gettext("Seat %(seat)d") % {"seat": seat + 1}


def seat_initial(seat: int) -> str:
    """Return what stands at the head of a seat's column; a fifth seat has no wind."""
    return str(SEAT_INITIALS[seat]) if seat < len(SEAT_INITIALS) else str(seat + 1)


def seat_letter(seat: int) -> str:
    """Return the letter that is typed for a seat: the head of its column, F for a fifth."""
    return "F" if seat == len(SEAT_INITIALS) else seat_initial(seat)


PASSED: Promise = _("all passed")
CONTRACTS: Mapping[str, Promise] = {
    Contract.SPIL: _("spil"),
    Contract.BEDRE_SPIL: _("bedre spil"),
    Contract.TOURNE: _("tourné"),
    Contract.KOEBE_NOLO: _("købe-nolo"),
    Contract.TOURNE_RESPEKT: _("tourné-respekt"),
    Contract.GRAND: _("grand"),
    Contract.GRANDISSIMO: _("grandissimo"),
    Contract.SOLO: _("solo"),
    Contract.SOLO_SPAR: _("solo spar"),
    Contract.REN_NOLO: _("ren nolo"),
    Contract.KOEBE_NOLO_OUVERT: _("købe-nolo ouvert"),
    Contract.NOLO_OUVERT: _("nolo ouvert"),
    Contract.KASKE: _("kaske"),
    Contract.MORT: _("mort"),
}
OWN_NAMES: Mapping[str, Mapping[str, str]] = {
    "klub": {Contract.SOLO_SPAR: "solo kulør"},
    "hoem": {
        Contract.SOLO_SPAR: "solo-kulør",
        Contract.NOLO_OUVERT: "ren nolo ouvert",
    },
    "lomber": {
        Contract.SPIL: "einfalt spil",
        Contract.BEDRE_SPIL: "spaðaspil",
        Contract.TOURNE: "velta",
        Contract.KOEBE_NOLO: "kúpp",
        Contract.TOURNE_RESPEKT: "ásavelta",
        Contract.SOLO: "sóló",
        Contract.SOLO_SPAR: "spaðasóló",
        Contract.REN_NOLO: "hrein",
        Contract.NOLO_OUVERT: "hrein yfir",
        Contract.KASKE: "kaska",
    },
}
"""What who plays by a rule set calls its contracts, in every language, where that is not usual."""
TITLES: Mapping[str, Promise] = {
    "dlu": _("The union’s tournament rules"),
    "familie": _("L’hombre in the family"),
    "klub": _("L’hombre in the club"),
    "hoem": _("Høm’s rules"),
    "lomber": _("Lomber, as played in Iceland"),
}
"""What rule sets are called in every language; one that is not here bears the name in its file."""
TRUMPS: Mapping[str, Promise] = {
    "named": _("named"),
    "spades": _("spades"),
    "turned": _("turned"),
    "aces": _("the black aces alone"),
    "none": _("no trump"),
}
"""How trump is found, by its id in the score card."""
OUTCOMES: Mapping[str, Promise] = {
    Outcome.WON: _("won"),
    Outcome.BET: _("bet"),
    Outcome.KODILLE: _("kodille"),
    Outcome.REMIS: _("remis"),
}
TOUTS: Mapping[str, Promise] = {
    Tout.MADE: _("tout made"),
    Tout.FAILED: _("tout failed"),
}
METRICS: Mapping[str, Promise] = {
    "points": _("points"),
    "per_opponent": _("points per opponent"),
    "per_active_deal": _("points per deal played"),
    "deviation": _("points beside the mean of the table"),
    "won": _("more games won as declarer"),
    "kodille": _("fewer kodille"),
    "highest": _("the highest contract won"),
    "mutual": _("the result between those who are tied"),
    "lot": _("a drawn lot"),
}
"""What orders the standings, by its key in an event's tie chain."""


def with_tout(outcome: str, state: str) -> str:
    """Return how a game ended with the tout that was announced in it."""
    return f"{OUTCOMES[Outcome(outcome)]}, {TOUTS[Tout(state)]}"


def title(ruleset: RuleSet) -> str:
    """Return what a rule set is called."""
    return titled(ruleset.id, ruleset.name)


def titled(key: str, name: str) -> str:
    """Return what the rule set of an id is called, by its own ``name`` where it is a club's."""
    return str(TITLES.get(key, name))


def contract(name: str, ruleset: RuleSet) -> str:
    """Return what a contract is called by those who play by these rules, or a copy of them."""
    slugs = (ruleset.id, ruleset.derived_from.partition(" ")[0])
    own = next((OWN_NAMES[slug] for slug in slugs if slug in OWN_NAMES), {})
    return own.get(name) or str(CONTRACTS[name])


def titles(offered: Mapping[str, RuleSet]) -> list[tuple[str, str]]:
    """Return id and title of every rule set that is offered, for a form."""
    return [(key, title(ruleset)) for key, ruleset in offered.items()]
