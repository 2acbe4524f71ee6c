"""The words for what the game has: seats, contracts, outcomes.

The game's own words stay as clubs say them; ``docs/glossary.md`` explains them.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules import Contract, Outcome, Tout

SEATS = (_("North"), _("West"), _("South"), _("East"))
"""Seats 0 to 3, in playing order: anticlockwise."""
SEAT_INITIALS = (
    pgettext_lazy("North, at the head of a column", "N"),
    pgettext_lazy("West, at the head of a column", "W"),
    pgettext_lazy("South, at the head of a column", "S"),
    pgettext_lazy("East, at the head of a column", "E"),
)
PASSED: Promise = _("all passed")
CONTRACTS: Mapping[str, Promise] = {
    Contract.SPIL: _("spil"),
    Contract.BEDRE_SPIL: _("bedre spil"),
    Contract.TOURNE: _("tourné"),
    Contract.KOEBE_NOLO: _("købe-nolo"),
    Contract.TOURNE_RESPEKT: _("tourné-respekt"),
    Contract.SOLO: _("solo"),
    Contract.SOLO_SPAR: _("solo spar"),
    Contract.REN_NOLO: _("ren nolo"),
    Contract.NOLO_OUVERT: _("nolo ouvert"),
}
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
    "won": _("more games won as declarer"),
    "kodille": _("fewer kodille"),
    "highest": _("the highest contract won"),
}
"""What orders the standings, by its key in an event's tie chain."""
