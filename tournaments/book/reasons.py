"""Why a result is not stored or not corrected: a sentence for each reason and each complaint."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason
from rules import Code


class BookReason(Reason):
    """Why what was sent does not become what counts."""

    REFUSED = "refused", _("The rules know no such result. Read it again."), 400
    """Under the event's rules it is no result; the rules say what is wrong with it."""
    NO_SUCH_DEAL = "deal_unknown", _("This sheet has the deals 1 to %(deals)s."), 400
    RULED = "ruled", _("The director has decided this deal. Only a correction changes it."), 400
    TOO_MANY_VERSIONS = (
        "too_many_versions",
        _("Deal %(deal)s was changed too often here. Tell the director, who can still change it."),
        400,
    )
    """A device has no more versions of the deal, or of its table; a director has."""
    STALE = (
        "stale",
        _("Somebody else has entered this deal meanwhile. Choose which one is right."),
    )
    """The deal has another version than the one the writer saw."""
    ID_REUSED = (
        "id_reused",
        _("Another result was sent under the same id. Nothing was changed: enter the deal again."),
        422,
    )
    SENT_BEFORE = (
        "sent_before",
        _("This was sent before with other content. Load the page again."),
    )
    """A correction of that id is another one."""
    NO_SEAL = (
        "no_seal",
        _(
            "No seal reads so: it has sixteen letters, and one of these is wrong or missing. "
            "The letters I, O and U and the digits 0 and 1 are never in it."
        ),
    )
    DOUBTFUL = (
        "doubtful",
        _("If it was so, enter it once more. %(why)s"),
        400,
    )
    """It can be stored when somebody says that it was so."""
    NOT_OPEN = (
        "not_open",
        _("This round is not open for entry. Ask the director whether it has been released."),
        403,
    )


COMPLAINTS: Final[Mapping[Code, Promise]] = {
    Code.MALFORMED: _("“%(field)s” does not belong in this result like that. Look at it again."),
    Code.RULESET_UNKNOWN: _("These rules are not known here. The event decides the rules."),
    Code.PLAYERS_INVALID: _("These rules are not played by that many at a table."),
    Code.DEALER_INVALID: _("%(dealer)s deals deal %(deal)s. Is it another deal you mean?"),
    Code.DECLARER_INVALID: _("Nobody sits there. Choose one of the players at the table."),
    Code.DECLARER_SITS_OUT: _(
        "When %(dealer)s deals, as in deal %(deal)s, no cards are dealt to %(sitters)s. "
        "Choose one of the others as declarer."
    ),
    Code.DECLARER_MUST_SIT_OUT: _(
        "Only a player who was dealt no cards can play this game: in deal %(deal)s %(sitters)s."
    ),
    Code.CONTRACT_UNKNOWN: _(
        "There is no such contract under these rules. Choose one from the score card."
    ),
    Code.TRUMP_NOT_ALLOWED: _("This contract has no trump. Leave the trump out."),
    Code.TRUMP_MUST_BE_SPADES: _("In this contract spades are trump. Leave the trump out."),
    Code.TRICKS_INVALID: _(
        "The tricks do not add up. Count them again: nine in all, none for who did not play."
    ),
    Code.TRICKS_REQUIRED: _("Enter the tricks too: they belong to this result."),
    Code.TRICKS_UNDECIDED: _(
        "The missing tricks could still change how the game went. Enter the result itself."
    ),
    Code.OUTCOME_UNKNOWN: _("There is no such result. Enter won, bet or kodille."),
    Code.OUTCOME_NOT_ALLOWED: _("This contract cannot end like that under these rules."),
    Code.ABANDON_NOT_ALLOWED: _("This contract cannot be given up. It is played to the end."),
    Code.TOUT_NOT_ALLOWED: _("There was no tout to announce in this game. Leave the tout out."),
    Code.TOUT_CONTRADICTS_TRICKS: _(
        "The tout does not fit the result: a tout that was made is a won game with nine tricks."
    ),
    Code.TOURNE_REQUIRED: _("Enter the cards laid and turned: they set the price of a tourné."),
    Code.TOURNE_INVALID: _(
        "These cards cannot have been laid and turned like that. Look at them again."
    ),
    Code.TRUMP_CONTRADICTS_TOURNE: _(
        "The card turned last has another suit than the trump. Correct one of the two."
    ),
    Code.EXTRA_CARD_NOT_ALLOWED: _("No extra card is bought in this contract. Leave it out."),
    Code.JOIN_NOT_ALLOWED: _("Nobody may join the declarer in this contract. Leave it out."),
    Code.JOINED_INVALID: _(
        "Somebody stands twice among those who played the nolo. Name each of them once."
    ),
    Code.PEEK_NOT_ALLOWED: _("Nobody may look and stay out under these rules. Leave it out."),
    Code.FIRST_FIVE_NOT_ALLOWED: _(
        "The first five tricks are not played for under these rules. Leave it out."
    ),
    Code.FIRST_FIVE_CONTRADICTS_TRICKS: _(
        "The first five tricks do not fit the result. Correct one of the two."
    ),
    Code.OPTION_UNKNOWN: _(
        "The rules of this event say otherwise, or have no such option. Leave it out, or change "
        "the rules of the event."
    ),
}
NOBODY_SITS_OUT: Final = _(
    "Only a player who was dealt no cards can play this game. At a table of three there is none."
)
"""The same as ``DECLARER_MUST_SIT_OUT`` says, where everybody is dealt cards."""


class CorrectionReason(Reason):
    """Why what stands is not corrected."""

    NO_REASON = "no_reason", _("Say why, in at most 200 letters.")
    LINES = "lines", _("This cannot be done. Nothing was changed.")
    """Lines are stale, or impossible under the rules; the refusal names all of them."""
    STALE_LINE = "stale_line", _("somebody has changed it meanwhile. Look at it again.")
    LINE_NOT_OPEN = "line_not_open", _("its round is not released.")
    NOTHING_CHANGES = "nothing_changes", _("This cannot be done. Nothing was changed.")
    """There is no line to change, such as when two equal lines are exchanged."""
    NOT_ONE_ROUND = "not_one_round", _("These chairs cannot be exchanged. Choose others.")
    """They are of different rounds, or one and the same, or somebody is left without a chair."""
    SEATS_NOT_OPEN = (
        "seats_not_open",
        _("The round is not released: change its seating instead."),
    )
    OTHERS_SIT_THERE = "others_sit_there", _("Others sit there by now. Load the page again.")
    RULES_NOT_ALLOWED = (
        "rules_not_allowed",
        _("These rules and this account do not go together."),
    )
    UNDONE = "undone", _("This was taken back already.")
    CHANGED_SINCE = (
        "changed_since",
        _("It was changed since, and so it cannot be taken back."),
    )
    DEALS_CHANGED_SINCE = (
        "deals_changed_since",
        _("Changed since, and so it cannot be taken back: deal %(deals)s."),
    )
