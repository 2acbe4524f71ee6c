"""Rules in short and the card of keys, made from the rule set of the event."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from rules import Outcome, RuleSet, score_card
from rules.scorecard import CardLine, TourneLine
from tournaments.domain.accounts import deals_at
from tournaments.interfaces import grammar, wording
from tournaments.interfaces.documents.document import About, Document, Shelf, Values
from tournaments.interfaces.paper_words import signed
from tournaments.models import Event

TRUMPS: Final[Mapping[str, Promise]] = {
    "named": _("named"),
    "spades": _("spades"),
    "turned": _("turned"),
    "aces": _("the black aces alone"),
    "none": _("no trump"),
}
"""How trump is found, by its id in the score card."""
SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True, slots=True)
class Game:
    """A contract, the keys that enter it, and what it is worth."""

    keys: tuple[str, ...]
    name: str
    trump: str
    values: tuple[str, ...]
    """Points from or to each opponent, by outcome; a dash where a game cannot end so."""
    notes: str


@dataclass(frozen=True, slots=True)
class Key:
    """Keys that mean the same, and what they mean."""

    keys: tuple[str, ...]
    means: str


def values(about: About) -> Values:
    """Return what a player and who enters need to know."""
    ruleset = RuleSet.from_json(about.event.ruleset)
    card = score_card(ruleset)
    outcomes = [o for o in Outcome if any(o.value in line["values"] for line in card["contracts"])]
    return {
        "ruleset": str(wording.RULESETS.get(ruleset.id, ruleset.name)),
        "outcomes": [str(wording.OUTCOMES[outcome]) for outcome in outcomes],
        "games": [_game(line, outcomes) for line in card["contracts"]],
        "tourne_cards": [_tourne(line) for line in card["tourne_cards"]],
        "seats": _seat_keys(max(card["players"])),
        "endings": _ending_keys(),
        "sentences": [*_of_result(ruleset), *_of_account(about.event), *_of_table(about.event)],
    }


def _game(line: CardLine, outcomes: list[Outcome]) -> Game:
    said = line["values"]
    plain = line["id"] == grammar.PLAIN_CONTRACT
    return Game(
        keys=tuple(key for key in (line["digit"], line["letter"].upper()) if key),
        name=capfirst(str(wording.CONTRACTS[line["id"]])),
        trump=str(TRUMPS[line["trump"]]),
        values=tuple(signed(said[o.value]) if o.value in said else "–" for o in outcomes),
        notes="; ".join([*_notes(line), *([gettext("needs no key")] if plain else [])]),
    )


def _notes(line: CardLine) -> list[str]:
    said = {
        gettext("plus the price of the cards"): line["by_cards"],
        gettext("tout"): line["tout"],
        gettext("may be given up"): line["may_abandon"],
        gettext("others may join"): line["several"],
        gettext("played by who has no cards"): line["by_sitter"],
        gettext("%(points)s for each trick after the second")
        % {"points": signed(line["per_trick"])}: bool(line["per_trick"]),
        gettext("%(points)s for who looked and stayed out")
        % {"points": signed(line["peek"])}: bool(line["peek"]),
        gettext("bet %(points)s with an extra card")
        % {"points": signed(line["extra_card"].get("bet", 0))}: bool(line["extra_card"]),
    }
    return [note for note, is_said in said.items() if is_said]


def _tourne(line: TourneLine) -> Key:
    turns = ngettext("turns %(count)d card", "turns %(count)d cards", line["turns"])
    said = [
        gettext("price %(points)d") % {"points": line["pinde"]},
        turns % {"count": line["turns"]},
        *([gettext("laid alone")] if line["alone"] else []),
        *([] if line["kodille"] else [gettext("kodille as bet")]),
    ]
    return Key((f"{SUITS[line['card'][0]]}{line['card'][1:]}",), ", ".join(said))


def _seat_keys(players: int) -> list[Key]:
    seats = [
        Key(
            tuple(key.upper() for key in (str(seat + 1), grammar.SEAT_LETTERS[seat : seat + 1]))
            if seat < len(grammar.SEAT_LETTERS)
            else (str(seat + 1),),
            wording.seat_name(seat),
        )
        for seat in range(players)
    ]
    return [*seats, Key(("0",), str(wording.PASSED))]


def _ending_keys() -> list[Key]:
    endings = [
        Key(
            tuple(key.upper() for key, means in grammar.OUTCOMES.items() if means == outcome),
            str(wording.OUTCOMES[outcome]),
        )
        for outcome in dict.fromkeys(grammar.OUTCOMES.values())
    ]
    touts = [Key((key,), str(wording.TOUTS[state])) for key, state in grammar.TOUTS.items()]
    return [*endings, *touts]


def _of_result(ruleset: RuleSet) -> list[str]:
    said = [
        gettext("Three tricks each: %(outcome)s. One trick against four and four: %(other)s.")
        % {
            "outcome": wording.OUTCOMES[ruleset.three_each],
            "other": wording.OUTCOMES[ruleset.one_four_four],
        }
    ]
    if any(terms.tout for terms in ruleset.played):
        said.append(
            gettext("Tout: %(points)s from each opponent when made, as much to each when not.")
            % {"points": signed(ruleset.tout_value)}
        )
    return said


def _of_account(event: Event) -> list[str]:
    said = [capfirst(str(wording.ACCOUNTINGS[Event.Accounting(event.accounting)])) + "."]
    if event.sitter_pays:
        said.append(gettext("Who sits out pays and is paid as well."))
    if event.accounting == Event.Accounting.POTT:
        said.append(gettext("Ante: %(bits)d.") % {"bits": event.ante})
    return said


def _of_table(event: Event) -> list[str]:
    deals = {"four": deals_at(event, 4), "three": deals_at(event, 3)}
    return [
        gettext("A round has %(four)d deals, at a table of three %(three)d.") % deals,
        gettext(
            "The deal moves on one seat after every deal. At a table of four, the seat opposite "
            "the dealer sits out."
        ),
    ]


CRIB = Document(
    kind="crib",
    title=_("Rules in short"),
    template="crib.html",
    shelf=Shelf.BEFORE,
    values=values,
)
