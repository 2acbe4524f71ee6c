"""What plays in an event where players belong together: no pair is called a team."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event

PAIRS: Final[Mapping[str, Promise]] = {
    "one": _("pair"),
    "many": _("pairs"),
    "the_one": _("the pair"),
    "the_many": _("the pairs"),
    "numbered": _("Pair %(number)d"),
}
TEAMS: Final[Mapping[str, Promise]] = {
    "one": _("team"),
    "many": _("teams"),
    "the_one": _("the team"),
    "the_many": _("the teams"),
    "numbered": _("Team %(number)d"),
}


def units_of(kind: str) -> Mapping[str, Promise]:
    """Return the forms of the word, as a sentence of an event of such a kind names them."""
    return PAIRS if kind == Event.Kind.PAIRS else TEAMS
