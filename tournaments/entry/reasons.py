"""Why a visitor may not write at a table, and why what he sends is not taken."""

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


class EntryReason(Reason):
    """Why nothing was stored, or a table not opened."""

    NOT_FOUND = "not_found", _("There is nothing here for you. Check the address."), 404
    """There is no such table, or it is none of this visitor's business: to him it is the same."""
    TABLE_GONE = (
        "table_gone",
        _(
            "The tables were drawn anew, and this one is no more. Scan the code on your new sheet "
            "to go on."
        ),
        404,
    )
    """Said to who could write there once."""
    LINK_UNREADABLE = (
        "link_unreadable",
        _("This link cannot be read. Scan the code on the sheet again, or ask the director."),
        403,
    )
    """The signature does not fit: mistyped, cut off, or not ours."""
    LINK_REPLACED = (
        "link_replaced",
        _(
            "This sheet is no longer in use: most likely a new one has replaced it. "
            "Ask the director for that."
        ),
        403,
    )
    """The signature fits, and its table is gone: the round was drawn anew, or removed."""
    LINK_EXPIRED = (
        "link_expired",
        _(
            "The time of this sheet’s code is over. What was entered is kept. Go to the director "
            "for a new code."
        ),
        403,
    )
    LINK_REVOKED = (
        "link_revoked",
        _(
            "The director has closed this sheet’s code, as is done when a new sheet is printed. "
            "What was entered is kept. Scan the code on the table’s new sheet, or go to the "
            "director."
        ),
        403,
    )
    DEVICE_BARRED = (
        "device_barred",
        _(
            "The director has shut this device out of the table, as is done when one is lost or "
            "in the wrong hands. What was entered is kept. Scan the code on the sheet with "
            "another phone, or ask the director to let this one in again."
        ),
        403,
    )
    """Its link opens the table to others."""
    OPENED_OFTEN = (
        "opened_often",
        _("This link was opened too often lately. Wait ten minutes, or ask the director."),
        429,
    )
    TAKEN_OFTEN = (
        "taken_often",
        _("This table has changed hands too often lately. You can enter all the same."),
        429,
    )
    TAKEN_BY_MANY = (
        "taken_by_many",
        _(
            "Too many devices have taken this table from here tonight. You can enter all the same; "
            "if they are not the table’s, tell the director."
        ),
        429,
    )
    SAID_OFTEN = (
        "said_often",
        _("This sheet was confirmed or read again too often lately. Wait ten minutes."),
        429,
    )
    NOT_RELEASED = (
        "not_released",
        _(
            "The director has not opened round %(round)s yet. Nothing is wrong with this code: "
            "scan it again when round %(round)s begins."
        ),
        403,
    )
    ROUND_CLOSED = (
        "round_closed",
        _(
            "This round is closed: nothing more is entered here. Is a deal wrong? Tell the "
            "director."
        ),
        403,
    )
    NO_SUCH_SEAT = "no_such_seat", _("The round is not open for that, or not any more.")
    TRAY_FULL = (
        "tray_full",
        _("Too much of yours waits for the director already. Speak to the director."),
        403,
    )
    DECIDED = "decided", _("Somebody has decided about this deal meanwhile.")
    SAY_WHY = "say_why", _("Say why, in at most 200 characters.")
    TWICE = "twice", _("This deal stands on an earlier line already.")
    NO_RECORD = "no_record", _("This is no record: write one object such as {…}.")
    OTHER_RULES = (
        "other_rules",
        _("This record is of other rules or of another size of table."),
    )
    NOBODY = (
        "nobody",
        _("Nobody at this table is called “%(said)s”. Write the seat or the name."),
    )
    NO_CONTRACT = "no_contract", _("There is no contract “%(said)s” under these rules.")
    NO_OUTCOME = "no_outcome", _("“%(said)s” is no result. Write won, bet or kodille.")
    NOT_UNDERSTOOD = "not_understood", _("“%(said)s” is not understood here.")
    NO_DEAL = "no_deal", _("“%(said)s” is not the number of a deal.")


class SheetReason(Reason):
    """Nothing of what came can be read as the sheet of a table."""

    TOO_LARGE = "sheet_too_large", _("This is too large for the sheet of one table.")
    EMPTY = "sheet_empty", _("Choose a file, or paste the lines of the sheet.")
    NO_COLUMNS = (
        "sheet_no_columns",
        _(
            "The first line must name the columns: for instance "
            "deal;declarer;contract;outcome;tout."
        ),
    )
