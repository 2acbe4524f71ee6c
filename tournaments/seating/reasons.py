"""Why a change of the seating is refused."""

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


class SeatingReason(Reason):
    """The seating cannot be changed like that."""

    BEGUN = (
        "round_begun",
        _(
            "Round %(number)s has begun. Its seats stay as they are; choose a later round, or "
            "correct wrong seats on its own page."
        ),
    )
    WITHIN = (
        "left_within",
        _(
            "Round %(number)s has begun, and the chair there stays. Say that the player leaves "
            "after round %(number)s, and let somebody else play on the chair from the next deal "
            "on. If nobody can: under “Correct” on the table’s account, say of the deals that are "
            "left that they were not played."
        ),
    )
    """Somebody goes home before the round is over, and others are to come."""
    WITHIN_LAST = (
        "left_within_last",
        _(
            "Round %(number)s has begun, and the chair there stays. It is the last: let somebody "
            "else play on the chair from the next deal on. If nobody can: under “Correct” on the "
            "table’s account, say of the deals that are left that they were not played."
        ),
    )
    PLAYED = (
        "left_played",
        _("Round %(number)s is closed, and the player sat in it. What was played stays."),
    )
    LOCKED = "table_locked", _("Table %(table)s is locked. Unlock it first.")
    NOBODY_LEFT = (
        "nobody_left",
        _(
            "Round %(number)s would have %(players)s players, too few for a table. Ask somebody "
            "in, or plan fewer rounds: what is played stays, and the evening can be closed."
        ),
    )
    HELPS = (
        "helps",
        _(
            "%(name)s plays for %(other)s in round %(number)s. Take that back first, on the page "
            "of %(other)s."
        ),
    )
    NO_PLAN = (
        "no_plan",
        _("There is no plan for so many players. Let fewer play, or make two events of them."),
    )
    NO_ROUND_LEFT = (
        "no_round_left",
        _("Every round has begun, so that nothing is left to draw. Plan another round first."),
    )
    NO_UNDO = (
        "no_undo",
        _(
            "The last draw cannot be taken back any more: a round has begun, or somebody came or "
            "left."
        ),
    )
    NO_SUCH_ROUND = (
        "no_such_round",
        _("There is no round %(number)s in this event. Choose one that is not begun."),
    )
    NOT_IN_ROUND = (
        "not_in_round",
        _(
            "These two cannot change places here. Choose two who play in this round, one of them "
            "at a table."
        ),
    )
    UNSEATED = (
        "unseated",
        _("In round %(number)s these have no seat: %(who)s. Draw the rest again first."),
    )
    """Somebody who plays in a round has no seat, though he could."""
    ABSENT = (
        "absent",
        _(
            "In round %(number)s these have a seat and do not play: %(who)s. Draw the rest again "
            "first."
        ),
    )
    OPTION_GONE = (
        "option_gone",
        _("Somebody came or left meanwhile, and this way to seat is none any more. Choose again."),
    )
    NO_ROOM = (
        "no_room",
        _(
            "No table of round %(number)s that may still change can take one more. Look at the new "
            "plan instead."
        ),
    )
    """Somebody who comes would have no seat in a round, where nobody else is to move."""
    ENTERED = (
        "table_entered",
        _(
            "Something is entered at table %(table)s of round %(number)s, so that its seats stay "
            "as they are. Let somebody take the chair, or choose a later round."
        ),
    )
    TOO_FEW = (
        "table_too_few",
        _(
            "Table %(table)s of round %(number)s would have %(players)s players, which the rules "
            "of this event do not allow. Look at the new plan instead."
        ),
    )
    STALE = (
        "plan_stale",
        _(
            "The plan has changed since the page was opened on which you pressed. Nothing was "
            "done: here it is as it is now."
        ),
    )
    WISH = (
        "wish",
        _(
            "This wish cannot be kept like that. Choose two different players, and a table, seat "
            "or strength that there is."
        ),
    )
