"""Why a letter is not written."""

from enum import unique

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


@unique
class LetterReason(Reason):
    """Why a deed of the room is refused."""

    GONE = "letter_gone", _("What the letter is about is not there any more."), 404
    NOBODY = "letter_nobody", _("There is nobody to write to.")
    NOT_SO = "letter_not_so", _("The letter is not so any more. Look at it again.")
    VOID = "letter_void", _("This receipt is void. There is nothing to send.")
    TEST_FAILED = (
        "letter_test_failed",
        _("The test could not be sent: the mail server cannot be reached, or refuses it."),
    )
    TESTED_OFTEN = (
        "letter_tested_often",
        _("You have sent many tests just now. Try again in ten minutes."),
        429,
    )
