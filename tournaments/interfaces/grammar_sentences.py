"""A sentence for each way in which a typed word can be refused.

The page shows the same sentences before anything is sent; it gets the templates and fills in
the names itself.
"""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules import ScoreCard
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

EXTRAS: tuple[tuple[str, tuple[str, ...], Promise], ...] = (
    ("h r k s", (), _("trump: hearts, diamonds, clubs, spades")),
    ("53", (), _("tricks: the declarer’s, then the next player’s; the last has the rest")),
    ("3", ("per_trick",), _("tricks of the declarer, needed for a kodille in a nolo")),
    ("e", ("extra_card",), _("an extra card")),
    ("j31", ("several",), _("the third seat joined and has one trick")),
    ("j3e1", ("players_join", "extra_card"), _("the third seat joined with an extra card")),
    ("j3g", ("fourth_gives_up",), _("the third seat joined and gave up")),
    ("p4", ("peek",), _("the fourth seat looked and stayed out")),
    ("csetk5", ("by_cards",), _("laid the ace of spades, turned the five of clubs")),
    (
        "e k d b 7 6 5 4 3 2",
        ("by_cards",),
        _("the ranks: ace, king, queen, knave, seven to two; A Q J for ace, queen, knave too"),
    ),
    ("g", ("may_abandon",), _("given up")),
    ("n", ("as_nolo",), _("a mort was played as a nolo")),
    ("b", ("buys_again",), _("bought a second time, for a bet")),
    ("i", ("by_sitter",), _("spadille was among the thirteen of a mort")),
    ("f ff", ("first_five",), _("the first five tricks were announced: made, failed")),
)
"""Keys between contract and outcome by example, in the order in which they are typed; what one
contract must have for them (see ``rules.scorecard``), and their meaning."""


def extras(card: ScoreCard) -> tuple[tuple[str, Promise], ...]:
    """Return the examples that some contract of a rule set has a use for."""
    lines = [{need for need, has in line.items() if has} for line in card["contracts"]]
    return tuple(
        (keys, text)
        for keys, needs, text in EXTRAS
        if not needs or any(has.issuperset(needs) for has in lines)
    )


def sentence(error: GrammarError, names: Sequence[str] = ()) -> str:
    """Return what was wrong and what to do; ``names`` are those at the seats, in order."""
    called = [str(name) for name in (names or SEATS)]

    def who(seat: int | None) -> str:
        if seat is None:
            return ""
        return called[seat] if seat < len(called) else str(seat + 1)

    facts = {"typed": error.typed, "seat": who(error.seat), "dealer": who(error.dealer)}
    return str(TEMPLATES[error.code]) % facts
