"""Why something is not booked."""

from enum import unique

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


@unique
class CashReason(Reason):
    """Why a deed of the cash book is refused."""

    NOT_OPEN = "not_open", _("Open the cash book first.")
    OPEN = "cash_open", _("The cash book is open already.")
    VOIDED = "voided", _("This voucher is void already. Look at it again.")
    COUNTER = "counter", _("This voucher voids another. Write a new one instead.")
    NAME_TAKEN = "name_taken", _("There is one of this name already.")
    OTHER_CLUB = "other_club", _("An account belongs to another club.")
    FUTURE = "cash_future", _("This day is still to come: write a day until today.")
    BEFORE = (
        "void_before",
        _("What is void was booked on %(date)s: write that day, or a later one until today."),
    )
    BEFORE_BEGUN = (
        "before_begun",
        _(
            "The cash book begins on %(date)s, with all that the club had then: write that day or "
            "a later one. If it is to begin earlier, void voucher %(number)s and book it anew on "
            "the first day."
        ),
    )
    YEAR_CLOSED = (
        "year_closed",
        _(
            "%(year)d is closed: write a day of an open year. Where there is a text, name in it "
            "what is corrected."
        ),
    )
    COUNT_CLOSED = (
        "count_closed",
        _("%(year)d is closed: nothing is counted there any more. Write a day of an open year."),
    )
    CLOSED_BEFORE = "closed_before", _("All until the end of %(year)d is closed already.")
    YEAR_GOES_ON = (
        "year_goes_on",
        _(
            "%(year)d is not over: it can be closed from %(date)s, when the meeting has approved "
            "it."
        ),
    )
    NOT_LAST_CLOSED = (
        "not_last_closed",
        _("Only the last closed year is opened again. Look at the year reports once more."),
    )
    NO_REASON = (
        "no_reason",
        _(
            "Counted are %(counted)s, the book says %(booked)s, which differs by %(difference)s: "
            "count again, or say why."
        ),
    )
    PAID = "dues_paid", _("Somebody else was first. Look at the list again.")
    MATCHED = (
        "line_matched",
        _("What was booked by hand is void by now, or was another line. Look at the line again."),
    )
    NOT_TOO_MUCH = (
        "not_too_much",
        _("So much was not paid too much, or it is given back already. Look at the list again."),
    )
    TOO_MUCH = "too_much", _("The amount is too large.")
    ENTRANCE_BOOKED = (
        "entrance_booked",
        _("That is booked already. Void its voucher to do it anew."),
    )
    NOTHING = "nothing_came", _("Nothing was paid: there is nothing to book.")
    PRIZES_GIVEN = "prizes_given", _("The prizes are given already. Take them back first.")
    NO_PARTS = "no_parts", _("The pool has to be paid out: say who gets which part of it.")
    NO_POOL = "no_pool", _("There is no money in the pool: leave the parts empty.")
