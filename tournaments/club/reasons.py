"""Why a club's presets and rules stay as they are."""

from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason


class ClubReason(Reason):
    """What a director wanted of the club's own habits is not done."""

    SAME_NAME = "preset_name", _("The club has a preset of that name already.")
    LAST = "preset_last", _("A club keeps one preset at least.")
    SAME_RULES = "own_rules_name", _("There are rules of that name already.")
    USED = "own_rules_used", _("“%(preset)s” is played by these rules. Change that first.")
    STALE = (
        "own_rules_stale",
        _("Somebody else has changed these rules meanwhile. Here they are as they stand now."),
    )
