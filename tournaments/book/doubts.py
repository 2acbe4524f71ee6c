"""What the rules settle and yet hardly allow: it is asked about before it is stored."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules import RuleSet

PASSED: Final[Mapping[str, Promise]] = {
    "dealer_must_bid": _(
        "Under these rules the dealer must bid after two passes, so not all can have passed."
    ),
    "spadille_must_bid": _(
        "Under these rules who holds spadille must bid, so all can have passed only if it lay in "
        "the talon."
    ),
}
"""What speaks against a deal in which all passed, by the option; the strongest first."""
QUESTIONS: Final[Mapping[str, Promise]] = {
    "dealer_must_bid": _("All passed: did the dealer pass too?"),
    "spadille_must_bid": _("All passed: did spadille lie in the talon?"),
}
"""The same where there is room for a question alone, by the option."""


def doubt(ruleset: RuleSet, record: Mapping[str, Any] | None) -> Promise | None:
    """Return what speaks against a result that is none the less one; None if nothing does."""
    if not record or not record.get("passed"):
        return None
    return next((says for option, says in PASSED.items() if getattr(ruleset, option)), None)
