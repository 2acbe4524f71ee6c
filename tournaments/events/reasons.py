"""Why a season's draw is refused, and the demonstration."""

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


class SeasonDrawReason(Reason):
    """It cannot be drawn, or an evening of it not made."""

    NO_DRAW = "no_draw", _("A season is drawn for %(fewest)d to %(most)d players.")
    BEGUN = "draw_begun", _("An evening of the draw is made already, so it stays as it is.")
    NO_SUCH_EVENING = "no_such_evening", _("The draw has no evening of that number."), 404
    MADE = "evening_made", _("This evening is made already.")
    """``event`` is the key of what was made."""
    MISSING = (
        "chair_missing",
        _("Everybody can sit on one chair only. Choose another substitute."),
    )
    """Somebody has no substitute, or a substitute has a place himself or two."""


class PuttingAwayReason(Reason):
    """An event is not deleted."""

    PLAYED = (
        "event_played",
        _("Something of this event was entered, paid or closed. Archive it instead."),
    )


class MergeReason(Reason):
    """Two members are not merged."""

    NOT_TWO = "merge_not_two", _("Choose another member of the same club.")
    ELSEWHERE = (
        "merge_elsewhere",
        _("This member belongs to another club too. Begin with the other one of the two."),
    )
    BOTH_PLAYED = (
        "merge_both_played",
        _("Both have played in the same event or season, so they are two people."),
    )
    BOTH_PAY = "merge_both_pay", _("One of them has to pay the other, so they are two people.")


class PartReason(Reason):
    """A merge is not taken back."""

    PARTED = "part_parted", _("They are two members again already.")
    MERGED = (
        "part_merged",
        _("This member was merged with another since. Take that back first."),
    )
    MOVED = (
        "part_moved",
        _("Something that went over belongs to somebody else by now, so it cannot go back."),
    )
    SETTLED = (
        "part_settled",
        _("An evening or a season was settled up since, in which the two are one."),
    )
    CHAMPION = (
        "part_champion",
        _("This member was named champion since, by the results of both. Name nobody first."),
    )
    PAID = (
        "part_paid",
        _("Dues were paid or waived since for a half for which the other had paid something."),
    )
    NUMBER = (
        "part_number",
        _("The number of the other belongs to another member by now. Change that first."),
    )


class RemoveReason(Reason):
    """A member is not removed."""

    PLAYED = (
        "remove_played",
        _(
            "Who stands in an event or in a season’s draw is not removed: the results are theirs. "
            "Make the member passive, or merge a member who was entered twice with the other."
        ),
    )
    BOOKED = (
        "remove_booked",
        _(
            "Whom the cash book names is not removed: what was paid stays the member’s. Write a "
            "last day on the page “Member from and to” of somebody who leaves the club; if the "
            "name is to go, let an owner or administrator forget the member."
        ),
    )


class DemoReason(Reason):
    """The demonstration cannot be filled in."""

    OWN_CLUB = (
        "own_club",
        _("There is a club already (%(name)s), and the demonstration does not touch it."),
    )
