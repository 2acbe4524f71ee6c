"""Why an answer is not taken."""

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


class AnswerReason(Reason):
    """What was sent from a member's own page is not kept."""

    NO_EVENING = "no_evening", _("That evening is not in the calendar any more.")
    NOTHING_SAID = "nothing_said", _("Tap one of the three buttons."), 400
