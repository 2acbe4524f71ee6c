"""Why a penalty, an entry by hand, or a line of the club's list is refused."""

from enum import unique

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


@unique
class DecisionReason(Reason):
    """Why an entry is not made, or not withdrawn."""

    NOT_OPEN = (
        "not_open",
        _(
            "The round of this table is not open: it is not released, or it is closed. Nothing was "
            "stored."
        ),
    )
    """Or it was drawn anew."""
    ID_REUSED = (
        "id_reused",
        _("This was sent before with other content. Look at the list, and try again."),
    )
    NO_REASON = "no_reason", _("Say why: the reason is shown to everybody whom it concerns.")
    TEXT_TOO_LONG = "text_too_long", _("The text is too long. Say it in 200 letters.")
    """The reason, or the name of who decided."""
    NO_SUCH_SEAT = (
        "no_such_seat",
        _("Nobody sits there. Choose one of the players at this table."),
    )
    """Or not so many sit at the table."""
    NO_SUCH_DEAL = "no_such_deal", _("The sheet has no deal of that number.")
    POINTS_NEGATIVE = (
        "points_negative",
        _("A penalty takes points away: give the number without a minus."),
    )
    TOO_MANY_POINTS = "too_many_points", _("So many points cannot be meant. Check the number.")
    NOTHING_MOVED = "nothing_moved", _("Nothing would move. Give a number of points above 0.")
    """All amounts are nothing, and it is no warning."""
    UNBALANCED = "unbalanced", _("What some pay and others get does not come to the same.")
    """The seats and the cash box do not sum to nothing."""


@unique
class BonusReason(Reason):
    """Why a side bonus is not given, or not taken away."""

    NOT_FOR_MONEY = (
        "not_for_money",
        _(
            "This event is not played for money, so nobody can pay. Say first under Settling up "
            "what a point costs."
        ),
    )
    NOT_OPEN = (
        "not_open",
        _(
            "The round is not released, or it is closed and the evening is settled up. Nothing was "
            "stored."
        ),
    )
    NOT_THERE = "not_there", _("That player was not there in that round. Choose one who was.")
    NOBODY_PAYS = "nobody_pays", _("Nobody else was there in that round.")
    KRONER_INVALID = "kroner_invalid", _("So many kroner cannot be meant. Check the number.")
    """Less than one, or more than anybody means."""


@unique
class ListReason(Reason):
    """Why the list of what is penalised stays as it is."""

    NO_TEXT = "no_text", _("Say what is penalised.")
    TEXT_TOO_LONG = "text_too_long", _("The text is too long. Say it in 200 letters.")
    TEXT_TAKEN = "text_taken", _("That line is on the list already.")
    POINTS_INVALID = "points_invalid", _("So many points cannot be meant. Check the number.")
    """Less than nothing, or more than anybody means."""
    OTHER_LINES = (
        "other_lines",
        _("Somebody else has changed the list meanwhile. Look at it again."),
    )
    """The order names other lines than the list has."""
