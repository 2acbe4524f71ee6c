"""A sentence for each way in which a typed word can be refused.

The page shows the same sentences before anything is sent; it gets the templates and fills in
the names itself.
"""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.interfaces.grammar import GrammarCode, GrammarError
from tournaments.interfaces.wording import SEATS

TEMPLATES: Mapping[GrammarCode, Promise] = {
    GrammarCode.EMPTY: _("Nothing was typed. Type a seat and a result, or 0 when all passed."),
    GrammarCode.SEAT_UNKNOWN: _(
        "“%(typed)s” is no seat. Begin with the declarer’s column, 1, 2, 3 … or N V S Ø, "
        "or type 0 when all passed."
    ),
    GrammarCode.SITS_OUT: _(
        "%(seat)s sits out this deal, because %(dealer)s deals. "
        "Choose one of the others as declarer."
    ),
    GrammarCode.CONTRACT_UNKNOWN: _(
        "“%(typed)s” is no contract under these rules. Press ? to see the keys."
    ),
    GrammarCode.CONTRACT_MISSING: _(
        "Which game was it? Type the contract’s key after the seat. Press ? to see the keys."
    ),
    GrammarCode.EXTRAS_UNREADABLE: _(
        "“%(typed)s” after the contract says nothing. Press ? to see what may stand there."
    ),
    GrammarCode.OUTCOME_MISSING: _(
        "How did it go? End with + for won, - for bet or * for kodille."
    ),
    GrammarCode.OUTCOME_DIFFERS: _(
        "“%(typed)s” does not fit the tricks. Type the outcome that they give, or leave them out."
    ),
    GrammarCode.UNREADABLE: _(
        "“%(typed)s” says no result. Type seat, contract and result, such as 2+ or 36-, "
        "or 0 when all passed."
    ),
}


def sentence(error: GrammarError, names: Sequence[str] = ()) -> str:
    """Return what was wrong and what to do; ``names`` are those at the seats, in order."""
    called = [str(name) for name in (names or SEATS)]

    def who(seat: int | None) -> str:
        if seat is None:
            return ""
        return called[seat] if seat < len(called) else str(seat + 1)

    facts = {"typed": error.typed, "seat": who(error.seat), "dealer": who(error.dealer)}
    return str(TEMPLATES[error.code]) % facts
