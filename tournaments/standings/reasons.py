"""Why a season, or the way in which an event places its players, stays as it is."""

from enum import unique

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


@unique
class StandingsReason(Reason):
    """Why a change is refused."""

    NAME_TAKEN = "name_taken", _("There is a season of that name already.")
    MORE_THAN_PLANNED = (
        "more_than_planned",
        _(
            "The best %(best)s evenings cannot count where %(planned)s are planned. "
            "Plan more, or let fewer count; leave it empty if all of them count."
        ),
    )
    FOREIGN_SEASON = "foreign_season", _("This is another club’s season. Choose one of your own.")
    NO_REASON = "no_reason", _("Say why the title does not go as the table says.")
    NOT_OF_SEASON = (
        "not_of_season",
        _("That player has no place in this season. Choose one of its table."),
    )
    TO_COME = "to_come", _("That day is still to come. Give the date on which it was played.")
    TAKEN_IN = (
        "taken_in",
        _("The season has an evening of that date and name already. Take it out first."),
    )
    NOBODY_NAMED = "nobody_named", _("Nobody is named. Write a line for each player.")
    NAMED_TWICE = "named_twice", _("%(name)s stands there twice. Leave one line of the two.")
    TOO_MANY_LINES = "too_many_lines", _("An evening has %(most)d lines at most.")
    TOO_MANY_EVENINGS = (
        "too_many_evenings",
        _("A season takes in the results of %(most)d evenings at most."),
    )
    NO_CHAIN = "no_chain", _("Say what decides first.")
    """What was chosen orders nothing."""
