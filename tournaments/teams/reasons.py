"""Why pairs and teams, their matches and their substitutes are refused."""

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


class TeamReason(Reason):
    """These are no pairs or teams; ``team`` is the number of the one at fault, if it is one.

    The sentences name the facts of ``words.units`` too.
    """

    SIZE = "team_size", _("Not everybody of %(the_one)s is chosen.")
    TWICE = "team_member_twice", _("Somebody is chosen twice. Choose each player once.")
    STRANGER = "team_member_stranger", _("Somebody is chosen who does not play in this event.")
    CAPTAIN = "team_captain", _("The captain is one of the team’s own players.")
    HANDICAP = "team_handicap", _("The handicap is too large.")
    TOO_FEW = "teams_too_few", _("At least two %(many)s are needed.")
    TOO_MANY = (
        "teams_too_many",
        _("There are more %(many)s than a schedule is known for."),
    )
    DIVISIONS = (
        "teams_divisions",
        _("So many divisions are too many: each needs at least two %(many)s."),
    )


class LeagueReason(Reason):
    """There is no such schedule; ``division`` is the name of the one at fault, if it is one.

    The sentences name the facts of ``words.units`` too.
    """

    ALONE = "league_alone", _("A division has only one %(one)s, which has nobody to meet.")
    BYES = "league_byes", _("Two can only sit out where a division has at least four %(many)s.")
    ODD_PAIRS = (
        "league_odd_pairs",
        _("Two pairs can only sit out on purpose where the number of pairs is even."),
    )
    """Two byes a round among an odd number needs teams of two pairs."""
    TIMES = "league_times", _("All meet all at least once, and four times at most.")
    BEGUN = (
        "league_begun",
        _("Round %(number)s has begun, and what was played stays. Plan at least so many rounds."),
    )
    NO_MORE = (
        "league_no_more",
        _("The matches that were drawn make %(most)s rounds. Plan 1 to %(most)s of them."),
    )
    NOT_DRAWN = "league_not_drawn", _("No matches are drawn yet. Draw them first.")


class SubstituteReason(Reason):
    """This substitute cannot play here."""

    PLAYS = (
        "substitute_plays",
        _("This substitute plays in round %(number)s already. Choose somebody else."),
    )
    """He has a seat in the round himself, or helps there already."""
    CLOSED = (
        "substitute_closed",
        _("The round is closed. Open it again before you change who plays."),
    )
    NO_SEAT = "substitute_no_seat", _("This player has no seat in the round.")
    NO_DEAL = "substitute_no_deal", _("Choose a deal of this table: it has deals 1 to %(deals)s.")
    THIRD = (
        "substitute_third",
        _(
            "%(name)s plays on this chair from deal %(deal)s on, and a chair has one substitute in "
            "a round. Take %(name)s back first, or let the new one play from deal %(deal)s."
        ),
    )
