"""Why a round or a sheet is not what somebody wants it to be."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from lhombre_club.refusal import Reason


class ReviewReason(Reason):
    """Why nothing was stored about a round, a sheet or what proves it."""

    NOT_OPEN = "not_open", _("The round is not open for that, or not any more.")
    NOT_RELEASED = "not_released", _("The round is not released.")
    NO_TABLE_CODE = (
        "no_table_code",
        _("Type the code that is printed on the table’s sheet: only who played there has it."),
    )
    OTHER_TABLE_CODE = (
        "other_table_code",
        _("That code is not this table’s: type the one that is printed on its sheet."),
    )
    OLD_TABLE_CODE = (
        "old_table_code",
        _(
            "A code of eight letters was printed by an earlier version of the program. Scan the "
            "square code on the sheet instead, or speak to the director."
        ),
    )
    """It could be worked out without the paper."""
    TOO_MANY_CODES = (
        "too_many_codes",
        _(
            "That code is not this table’s, or it was printed by an earlier version of the program "
            "and too many wrong ones came from here. Look at each letter once more, scan the "
            "square code on the sheet, or speak to the director."
        ),
    )
    """After so many it is not said which: whoever guesses would be told that he was right."""
    SAY_WHY = "say_why", _("Say why, in at most 200 letters.")
    SAY_WHY_REOPENED = (
        "say_why_reopened",
        _("Say why the round is opened again, in at most 72 letters."),
    )
    NO_SUCH_DEAL = "deal_unknown", _("The sheet has no deal of that number.")
    NO_RESULT = "no_result", _("The rules know no such result. Read it again.")
    TOO_MANY_PROTESTS = (
        "too_many_protests",
        _("Enough protests from here are waiting or answered. Speak to the director."),
    )
    """So many of this player, or from this table, wait or were answered already."""
    NOTHING_ENTERED = (
        "nothing_entered",
        _("No deal of this table is entered yet, so there is nothing to protest against."),
    )
    SAME_PERSON = (
        "same_person",
        _("This has to be somebody else than who entered or keeps the sheet."),
    )
    NOT_IN = "not_in", _("Not all of these deals are entered yet. Enter them first.")
    LEDGER = (
        "ledger",
        _("The account does not agree with the results: %(says)s. Run check_ledger --rebuild."),
    )
    """``says`` is in English, for whoever keeps the program."""
    INCOMPLETE = (
        "incomplete",
        ngettext_lazy(
            "Deals are missing at table %(tables)s. Enter them first.",
            "Deals are missing at the tables %(tables)s. Enter them first.",
            "count",
        ),
    )
    NOT_PROVED = (
        "not_proved",
        ngettext_lazy(
            "The sheet of table %(tables)s is not proved yet. See protests and doubts.",
            "The sheets of the tables %(tables)s are not proved yet. See protests and doubts.",
            "count",
        ),
    )
    DOUBTS = "doubts", _("Protests or doubts are still open. Answer or clear each first.")
    EARLIER_PROTESTS = (
        "earlier_protests",
        ngettext_lazy(
            "A protest against round %(rounds)s is still open. Answer it before the last round is "
            "closed.",
            "Protests against rounds %(rounds)s are still open. Answer them before the last round "
            "is closed.",
            "count",
        ),
    )
    TOO_EARLY = (
        "too_early",
        _("Protests are received until %(time)s. Close the round after that."),
    )
    PHOTO_TOO_LARGE = (
        "too_large",
        _("The photo is too large. Take it with fewer pixels, and try again."),
    )
    PHOTOS_WAIT = (
        "photos_wait",
        _("Other photos are being read. Send yours again in a minute."),
    )
    TOO_MANY_PHOTOS = (
        "too_many",
        _("This table has as many photos as it can have. Remove one first."),
    )
    NO_PICTURE = (
        "no_picture",
        _("This is no photo that can be read. Choose a JPEG, PNG or WebP."),
    )
    NO_SHEET_CODE = "no_sheet_code", _("This code is not that of a score sheet.")
    NO_SHEET_ID = (
        "no_sheet_id",
        _(
            "No sheet has the id “%(text)s”: a letter is wrong or missing. "
            "The letters I, O and U and the digits 0 and 1 are never in it."
        ),
    )
    OTHER_ROUND = (
        "other_round",
        _("This is the sheet of round %(its)s, table %(table)s. Here is round %(here)s."),
    )
    OTHER_EVENT = (
        "other_event",
        _("This sheet belongs to another event: %(event)s, round %(round)s, table %(table)s."),
    )
    UNKNOWN_EVENT = "unknown_event", _("This sheet belongs to another event.")
    """Or to none of the club as it is now."""
    WITHDRAWN = (
        "withdrawn",
        _(
            "This sheet belongs to a plan that was withdrawn. "
            "At table %(table)s of round %(round)s now sit: %(names)s."
        ),
    )
    """It was printed for other seats than those of today."""
    NO_SUCH_TABLE = (
        "no_such_table",
        _(
            "This sheet belongs to a plan that was withdrawn: "
            "there is no table %(table)s in round %(round)s now."
        ),
    )
