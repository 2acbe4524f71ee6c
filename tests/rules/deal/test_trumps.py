"""The order of the cards and the matadors, as the sources write them."""

import pytest

from rules.cards import Suit, name_of
from rules.contracts import Trump
from rules.deal.trumps import table_of

NOLO = table_of(Trump.NONE)
GRAND = table_of(Trump.ACES)
IN = {suit: table_of(Trump.NAMED, suit) for suit in Suit}


def order(table, suit):
    """The cards of a suit from the highest, trumps left out, as ranks."""
    of_suit = [c for c in range(40) if name_of(c)[0] == suit and c not in table.trumps]
    return "".join(
        name_of(c)[1] for c in sorted(of_suit, key=table.strength.__getitem__, reverse=True)
    )


# Seed 004, A 1 to B; seed 001, Ranking of Cards; seed 003, 13.
@pytest.mark.parametrize(
    ("suit", "trumps"),
    (
        ("S", "SA S2 CA SK SQ SJ S7 S6 S5 S4 S3"),
        ("C", "SA C2 CA CK CQ CJ C7 C6 C5 C4 C3"),
        ("H", "SA H7 CA HA HK HQ HJ H2 H3 H4 H5 H6"),
        ("D", "SA D7 CA DA DK DQ DJ D2 D3 D4 D5 D6"),
    ),
)
def test_trumps_from_the_highest(suit, trumps):
    table = IN[Suit(suit)]
    assert [name_of(card) for card in table.trumps] == trumps.split()
    for other in set(Suit) - {Suit(suit)}:
        assert order(table, other) == ("KQJ765432" if other in "SC" else "KQJA234567")


def test_a_nolo_has_no_trumps_and_low_black_aces():
    assert NOLO.trumps == ()
    assert [order(NOLO, suit) for suit in "SHDC"] == [
        "KQJ765432A", "KQJA234567", "KQJA234567", "KQJ765432A",
    ]  # fmt: skip


def test_in_a_grand_the_black_aces_alone_are_trumps():
    assert [name_of(card) for card in GRAND.trumps] == ["SA", "CA"]
    assert [order(GRAND, suit) for suit in "SHDC"] == [
        "KQJ765432", "KQJA234567", "KQJA234567", "KQJ765432",
    ]  # fmt: skip


def test_a_trump_game_needs_its_suit():
    with pytest.raises(ValueError, match="trump suit"):
        table_of(Trump.NAMED)


@pytest.mark.parametrize("table", (NOLO, GRAND, *IN.values()))
def test_every_card_belongs_to_one_suit_and_every_lead_draws_itself(table):
    for card in range(40):
        assert table.suit[card] >> card & 1
        assert table.force[card] >> card & 1
        assert table.force[card] & ~table.suit[card] == 0
    suits = set(table.suit)
    assert sum(suits) == (1 << 40) - 1
