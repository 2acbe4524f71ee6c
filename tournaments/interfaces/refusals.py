"""A sentence for every refusal: what is wrong and what to do. ``tests`` hold both together."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules import Code, Complaint
from tournaments.domain.links import LinkRefusal
from tournaments.domain.results import RefusedError
from tournaments.models import TrayItem


@unique
class Problem(StrEnum):
    """Why a request was not done, where it is not the result's own fault."""

    STALE = "stale"
    ID_REUSED = "id_reused"
    NOT_OPEN = "not_open"
    NOT_AUTHENTICATED = "not_authenticated"
    NOT_FOUND = "not_found"
    CSRF = "csrf"
    DEAL_UNKNOWN = "deal_unknown"
    RULED = "ruled"
    WHICH_RESULT = "which_result"
    KEY_UNKNOWN = "key_unknown"
    NOT_JSON = "not_json"
    IN_TRAY = "in_tray"
    """No refusal to the sender: it is received, and the director decides where it belongs."""
    IN_SHEET = "in_sheet"
    """Nor this: it was stored before the table was closed."""


RESULTS: Mapping[Code, Promise] = {
    Code.MALFORMED: _("“%(field)s” does not belong in this result like that. Look at it again."),
    Code.RULESET_UNKNOWN: _("These rules are not known here. The event decides the rules."),
    Code.PLAYERS_INVALID: _("These rules are not played by that many at a table."),
    Code.DEALER_INVALID: _("%(dealer)s deals deal %(deal)s. Is it another deal you mean?"),
    Code.DECLARER_INVALID: _("Nobody sits there. Choose one of the players at the table."),
    Code.DECLARER_SITS_OUT: _(
        "%(sitter)s sits out deal %(deal)s, because %(dealer)s deals. "
        "Choose one of the others as declarer."
    ),
    Code.DECLARER_MUST_SIT_OUT: _(
        "Only the player who was dealt no cards can play this game. In deal %(deal)s that is "
        "%(sitter)s."
    ),
    Code.CONTRACT_UNKNOWN: _(
        "There is no such contract under these rules. Choose one from the score card."
    ),
    Code.TRUMP_NOT_ALLOWED: _("This contract has no trump. Leave the trump out."),
    Code.TRUMP_MUST_BE_SPADES: _("In this contract spades are trump. Leave the trump out."),
    Code.TRICKS_INVALID: _(
        "The tricks do not add up. Count them again: nine in all, none for who did not play."
    ),
    Code.TRICKS_REQUIRED: _(
        "Enter the tricks: the result alone does not say what this game is worth."
    ),
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
    Code.OPTION_UNKNOWN: _("There is no such option under these rules. Leave it out."),
}

LINKS: Mapping[LinkRefusal, Promise] = {
    LinkRefusal.UNREADABLE: _(
        "This link cannot be read. Scan the code on the sheet again, or ask the director."
    ),
    LinkRefusal.EXPIRED: _("This link has expired. Ask the director for a new one."),
    LinkRefusal.REVOKED: _("The director has closed this link. Ask for a new one."),
    LinkRefusal.NOT_OPEN: _(
        "This round is not open for entry. Ask the director whether it has been released."
    ),
}

PROBLEMS: Mapping[Problem, Promise] = {
    Problem.STALE: _("Somebody else has entered this deal meanwhile. Choose which one is right."),
    Problem.ID_REUSED: _(
        "Another result was sent under the same id. Nothing was changed: enter the deal again."
    ),
    Problem.NOT_OPEN: LINKS[LinkRefusal.NOT_OPEN],
    Problem.NOT_AUTHENTICATED: _(
        "You are not logged in any more. Log in, or scan the code on the sheet again."
    ),
    Problem.NOT_FOUND: _("There is nothing here for you. Check the address."),
    Problem.CSRF: _("This page is too old to send anything. Load it again."),
    Problem.RULED: _("The director has decided this deal. Only a correction changes it."),
    Problem.DEAL_UNKNOWN: _("This sheet has the deals 1 to %(deals)s."),
    Problem.WHICH_RESULT: _("Send exactly one of line, record and withdrawn."),
    Problem.KEY_UNKNOWN: _("The request has a key that is not known here. Leave it out."),
    Problem.NOT_JSON: _("The request is not the JSON that this address understands."),
    Problem.IN_TRAY: _("This sheet takes nothing any more. The director has your deal."),
    Problem.IN_SHEET: _("This deal was stored already. The sheet takes nothing more."),
}


RECEIVED: Mapping[TrayItem.Why, Promise] = {
    TrayItem.Why.TABLE_GONE: _(
        "The tables were drawn anew, and this one is no more. The director has your deal, and "
        "nothing is lost. Scan the code on your new sheet to go on."
    ),
    TrayItem.Why.CLOSED: _(
        "This round is closed. The director has your deal, and decides whether it counts."
    ),
    TrayItem.Why.LINK_EXPIRED: _(
        "The link of this sheet has expired. The director has your deal, and nothing is lost. Ask "
        "him for a new link."
    ),
    TrayItem.Why.LINK_REVOKED: _(
        "The director has closed the link of this sheet. The director has your deal, and nothing "
        "is lost. Ask him for a new link."
    ),
}
"""What is said of a deal that no sheet takes and that lies in the tray."""

GONE = _(
    "The tables were drawn anew, and this one is no more. Scan the code on your new sheet to go on."
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One complaint, worded for the user."""

    code: str
    field: str
    message: str


def sentence(complaint: Complaint, error: RefusedError) -> Sentence:
    """Word ``complaint``, one of those of ``error``, with the names at the table."""
    facts = {
        "deal": error.deal,
        "dealer": error.names[error.dealer],
        "sitter": error.names[error.sitter] if error.sitter is not None else "",
        "field": complaint.field,
    }
    message = str(RESULTS[complaint.code]) % facts
    return Sentence(complaint.code.value, complaint.field, message)


def sentences(error: RefusedError) -> tuple[Sentence, ...]:
    """Word everything that is wrong."""
    return tuple(sentence(complaint, error) for complaint in error.complaints)


def no_such_deal(deals: int) -> Sentence:
    """Word that the sheet ends before the deal."""
    message = str(PROBLEMS[Problem.DEAL_UNKNOWN]) % {"deals": deals}
    return Sentence(Problem.DEAL_UNKNOWN.value, "deal", message)


def problem(kind: Problem) -> Sentence:
    """Word a problem that needs no facts."""
    return Sentence(kind.value, "", str(PROBLEMS[kind]))
