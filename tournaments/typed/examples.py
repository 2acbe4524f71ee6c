"""What may stand between contract and outcome, by example."""

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules import Contract, RuleSet, ScoreCard, score_card
from tournaments.typed.grammar import OUTCOMES, PLAIN_CONTRACT, TOUTS
from tournaments.words import wording

EXTRAS: tuple[tuple[str, tuple[str, ...], Promise], ...] = (
    ("h r k s", (), _("trump: hearts, diamonds, clubs, spades")),
    ("53", (), _("tricks: the declarer’s, then the next players’; the last one’s are worked out")),
    ("3", ("per_trick",), _("tricks of the declarer, needed for a kodille in %(games)s")),
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
contract must have for them (see ``rules.scorecard``), and their meaning; it may name the games that
have it."""


def ends(card: ScoreCard) -> tuple[str, str]:
    """Return two words of a rule set without their seats: the commonest game won, a solo bet.

    Where no key is a game, the first has the key of the first that needs no cards to be said.
    """
    games = [line for line in card["contracts"] if not line["by_cards"] and not line["by_sitter"]]
    first = "" if any(line["id"] == PLAIN_CONTRACT for line in games) else games[0]["digit"]
    solo = next((line for line in games if line["id"] == Contract.SOLO), games[-1])
    return f"{first}+", f"{solo['digit']}-"


def touts(card: ScoreCard) -> tuple[tuple[str, str, str], ...]:
    """Return a whole word for each tout, with its result and tout; none where no game has it.

    A tout stands before the result and is no word by itself; the seat is the first column's. One
    that failed stands before either: the game itself may be won.
    """
    games = [line for line in card["contracts"] if line["tout"] and not line["by_cards"]]
    if not games:
        return ()
    plain = any(line["id"] == PLAIN_CONTRACT for line in games)
    start = f"1{'' if plain else games[0]['digit']}"
    ends = {"made": "+", "failed": "+-"}
    return tuple(
        (f"{start}{keys}{end}", OUTCOMES[end], state)
        for keys, state in TOUTS.items()
        for end in ends[state]
    )


def extras(ruleset: RuleSet, players: int | None = None) -> tuple[tuple[str, str], ...]:
    """Return the examples that some contract of a rule set has a use for.

    With ``players``: some that can be played at a table of so many.
    """
    lines = score_card(ruleset, players)["contracts"]
    having = [(each, {need for need, has in each.items() if has}) for each in lines]
    found = []
    for keys, needs, text in EXTRAS:
        games = [wording.contract(each["id"], ruleset) for each, has in having if has >= {*needs}]
        if games:
            found.append((keys, str(text) % {"games": get_text_list(games, gettext("and"))}))
    return tuple(found)
