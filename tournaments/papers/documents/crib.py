"""Rules in short and the card of keys, made from the rule set of the event."""

from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from rules import (
    CardLine,
    Outcome,
    RuleSet,
    ScoreCard,
    TourneLine,
)
from scoring.card import card_of
from tournaments.book.accounts import deals_at, rules_of
from tournaments.models import Event
from tournaments.papers.documents.document import SIZES, About, Document, Shelf, Values
from tournaments.sheets.account_words import of_account, of_declarer, of_tout
from tournaments.typed import examples, grammar
from tournaments.words import options, wording
from tournaments.words.deals import SUIT_NAMES
from tournaments.words.figures import signed


@dataclass(frozen=True, slots=True)
class Game:
    """A contract, the keys that enter it, and what it is worth."""

    keys: tuple[str, ...]
    name: str
    trump: str
    values: tuple[str, ...]
    """Points as the account pays them, by outcome; a dash where a game cannot end so."""
    notes: str


@dataclass(frozen=True, slots=True)
class Key:
    """Keys that mean the same, and what they mean."""

    keys: tuple[str, ...]
    means: str
    suit: str = ""
    """S, H, D or C, drawn before the key: no typeface of ours has it."""
    suit_name: str = ""


def values(about: About) -> Values:
    """Return what a player and who enters need to know."""
    ruleset = RuleSet.from_json(about.event.ruleset)
    card = card_of(ruleset, rules_of(about.event))
    outcomes = [o for o in Outcome if any(o.value in line["values"] for line in card["contracts"])]
    return {
        "ruleset": wording.title(ruleset),
        "outcomes": [str(wording.OUTCOMES[outcome]) for outcome in outcomes],
        "games": [_game(line, outcomes, ruleset) for line in card["contracts"]],
        "tourne_cards": [_tourne(line) for line in card["tourne_cards"]],
        "seats": _seat_keys(max(card["players"])),
        "endings": _ending_keys(card),
        "more": _more_keys(ruleset),
        "sentences": [
            *_of_printed(ruleset),
            *_of_result(about.event, ruleset),
            *of_account(about.event, ruleset),
            *_of_table(about.event),
        ],
        "has_tout": any(line["tout"] for line in card["contracts"]),
        "of_declarer": of_declarer(about.event),
    }


def _game(line: CardLine, outcomes: list[Outcome], ruleset: RuleSet) -> Game:
    said = line["values"]
    plain = line["id"] == grammar.PLAIN_CONTRACT
    return Game(
        keys=tuple(key for key in (line["digit"], line["letter"].upper()) if key),
        name=capfirst(wording.contract(line["id"], ruleset)),
        trump=str(wording.TRUMPS[line["trump"]]),
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
    suit = line["card"][0]
    return Key((line["card"][1:],), ", ".join(said), suit=suit, suit_name=str(SUIT_NAMES[suit]))


def _seat_keys(players: int) -> list[Key]:
    seats = [
        Key((str(seat + 1), wording.seat_letter(seat)), wording.seat_name(seat))
        for seat in range(players)
    ]
    return [*seats, Key(("0",), str(wording.PASSED))]


def _ending_keys(card: ScoreCard) -> list[Key]:
    can_be = {end for line in card["contracts"] for end in line["values"]}
    endings = [
        Key(
            tuple(key.upper() for key, means in grammar.OUTCOMES.items() if means == outcome),
            str(wording.OUTCOMES[outcome]),
        )
        for outcome in dict.fromkeys(grammar.OUTCOMES.values())
        if outcome in can_be
    ]
    touts = [
        Key((word,), wording.with_tout(outcome, state))
        for word, outcome, state in examples.touts(card)
    ]
    return [*endings, *touts]


def _more_keys(ruleset: RuleSet) -> list[Key]:
    return [Key((keys.upper(),), text) for keys, text in examples.extras(ruleset)]


def _of_printed(ruleset: RuleSet) -> list[str]:
    """Return what is not as in the printed rules; nothing where all is."""
    said = options.differs(ruleset)
    return [said] if said else []


def _of_result(event: Event, ruleset: RuleSet) -> list[str]:
    said = gettext("Three tricks each: %(outcome)s. One trick against four and four: %(other)s.")
    facts = {
        "outcome": wording.OUTCOMES[ruleset.three_each],
        "other": wording.OUTCOMES[ruleset.one_four_four],
    }
    return [said % facts, *of_tout(event, ruleset)]


def _of_table(event: Event) -> list[str]:
    deals = {"four": deals_at(event, 4), "three": deals_at(event, 3)}
    moves = [gettext("The deal moves on one seat after every deal.")]
    if event.kind == Event.Kind.INDIVIDUAL:
        moves.append(gettext("At a table of four, the seat opposite the dealer sits out."))
    else:
        moves.append(gettext("The seat opposite the dealer is dealt no cards."))
        moves.append(
            gettext(
                "Who is dealt no cards takes up the hand of the declarer’s partner, who sits the "
                "deal out."
            )
        )
    return [
        gettext("A round has %(four)d deals, at a table of three %(three)d.") % deals,
        " ".join(moves),
    ]


CRIB = Document(
    kind="crib",
    title=_("Rules in short"),
    template="crib.html",
    shelf=Shelf.BEFORE,
    values=values,
    options=SIZES,
)
