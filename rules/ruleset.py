"""A rule set: a frozen, named, versioned value. What varies between clubs is a field of it."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from enum import StrEnum, unique
from functools import lru_cache
from hashlib import sha256
from typing import Self, TypeAlias

from rules.contracts import Aim, Contract, ContractTerms, Outcome, Trait, Trump
from rules.errors import Json
from rules.plain import from_plain, to_object, to_plain, with_fields
from rules.seats import dealt_in, fourth

OptionValue: TypeAlias = "bool | str | tuple[str, ...]"
TABLE_SIZES = (3, 4, 5)
"""How many may sit at a table, in any rule set."""
_SLUG = re.compile(r"[a-z][a-z0-9_-]{0,39}")


@unique
class Respekt(StrEnum):
    """What may be shown for a tourne_respekt besides both black aces (familie 14.3)."""

    RED_ACES = "red_aces"
    MIXED_ACES = "mixed_aces"
    """One red ace and one black."""
    THREE_ACES = "three_aces"
    SEVEN_OF_DIAMONDS = "seven_of_diamonds"


@dataclass(frozen=True, slots=True, kw_only=True)
class TourneCard:
    """A card that gives the right to a tourné priced by its cards (hoem 6.1)."""

    card: str
    pinde: int
    turns: int = 1
    """How many cards may be turned when this one is laid."""
    alone: bool = False
    """It is laid by itself, turns one card, and counts nothing when turned."""
    kodille: bool = True
    """A kodille costs more than a bet."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RuleSet:
    """A choice for everything that clubs play differently.

    An event keeps the copy it began with, as JSON. A field that holds its default is left out
    of the JSON, so a field added later changes no digest of a rule set that does not use it.
    """

    id: str
    version: int
    name: str
    """As clubs call it; shown as it is, in every language."""
    source: str
    """Where the rules are written down: title and edition."""
    contracts: tuple[ContractTerms, ...]
    """In the order of the printed table of values, those of an option among them."""
    players: tuple[int, ...]
    """How many may sit at a table, ascending."""
    options: tuple[str, ...] = ()
    """The fields below that a club may set as it likes, by name."""
    derived_from: str = ""
    """Id and version of the rule set this is a changed copy of; empty for a published one."""

    # What a deal is worth.
    tout_value: int = 1
    """Points from each opponent for a tout made, to each for one that failed."""
    tout_by_lead: bool = True
    """To lead to the sixth trick after taking five announces a tout without a word."""
    three_each: Outcome = Outcome.BET
    """What three tricks each are in a trump game."""
    one_four_four: Outcome = Outcome.KODILLE
    """What one trick against four and four is in a trump game."""
    sitter_pays: bool = False
    """Who sits out pays and is paid like an opponent, unless the event says otherwise."""
    pass_pays: bool = False
    """With a pot everybody pays one when all pass."""

    # The auction.
    pinde: bool = False
    """Each speaks once, and a bid must be worth more than the standing one, in pinde."""
    lowest_in_group: bool = False
    """A bid must be the lowest sufficient one of its group."""
    free_groups: tuple[int, ...] = ()
    """Groups in which who overbids may name his game at once."""
    equal_by_name: bool = False
    """The earlier seat may name another contract of equal rank."""
    offers: tuple[Contract, ...] = ()
    """What a later seat may offer over a spil."""
    spadille_must_bid: bool = False
    """Who holds spadille may not pass while nobody has bid."""
    basta_must_bid: bool = False
    """Who holds basta may not pass while nobody has bid."""
    dealer_must_bid: bool = False
    """The dealer may not pass after two passes."""
    spade_solo_above_pure_nolo: bool = False
    """A solo_spar beats a ren_nolo, and not the other way round."""
    nolo_bid_by_cards: bool = False
    """Who promises to buy more cards overbids a koebe_nolo."""

    # Contracts and what belongs to them.
    grand: bool = False
    grandissimo: bool = False
    kaske: bool = False
    """After three passes a player may take eight cards of the talon."""
    kaske_by_forehand: bool = False
    """Forehand alone may."""
    spadille_must_kaske: bool = False
    """Who holds spadille must, whoever he is."""
    mort: bool = False
    """After three passes, or three refusals of kaske, the fourth may take the talon."""
    mort_nolo: bool = False
    """He may play it as a nolo."""
    mort_spadille_needs_six: bool = False
    """With spadille among the thirteen he needs six tricks."""
    several_nolo: bool = False
    """Who was dealt cards may join the declarer of a nolo."""
    fourth_joins_nolo: bool = False
    """The first who sits out may join the declarer of a nolo."""
    nolo_extra_card: bool = False
    """A declarer may buy one card more than he lays away."""
    nolo_defenders_buy: bool = False
    """The defenders may buy in a koebe_nolo."""
    nolo_buy_again: bool = False
    """The declarer of a koebe_nolo may buy a second time, at the price of a bet."""
    first_five: bool = False
    """Taking the first five tricks may be announced, for one point apart from the game."""
    respekt_on: tuple[Respekt, ...] = ()
    tourne_cards: tuple[TourneCard, ...] = ()
    """The cards that price a tourné; none where its price is fixed."""

    # When a game may be thrown in.
    abandon_after_lead: bool = False
    """Not before the first card is led, and by who leads it until he plays to the second trick."""
    abandon_before_middlehand: bool = False
    """As backhand, not once middlehand has added a card to the first lead."""

    def __post_init__(self) -> None:
        flags = set(DEFAULTS) - {"options"}
        named = {*self.options, *(terms.option for terms in self.contracts if terms.option)}
        sizes = tuple(size for size in TABLE_SIZES if size in self.players)
        unknown = ", ".join(sorted(named - flags))
        wrong = {
            "a rule set's id is a short lower-case word": not _SLUG.fullmatch(self.id),
            "a rule set's version counts from 1": self.version < 1,
            "a table has 3, 4 or 5 players: name those allowed, ascending": (
                not sizes or self.players != sizes
            ),
            "a rule set has at least one contract": not self.contracts,
            "a contract stands twice in the rule set": _repeats(t.contract for t in self.contracts),
            "two contracts have the same letter": _repeats(t.letter for t in self.contracts),
            "one trick against four and four is won, bet or kodille": (
                self.one_four_four is Outcome.REMIS
            ),
            f"no such option: {unknown}": bool(unknown),
        }
        for message, is_wrong in wrong.items():
            if is_wrong:
                raise ValueError(message)

    def __repr__(self) -> str:
        return f"<RuleSet {self.id} {self.version}>"

    def __hash__(self) -> int:
        """Cheap, since terms are looked up by it for every deal."""
        return hash((self.id, self.version))

    def terms(self, contract: str) -> ContractTerms | None:
        """What this rule set says of a contract; None if it is not played."""
        return _by_name(self).get(contract)

    @property
    def played(self) -> tuple[ContractTerms, ...]:
        """The contracts that are played: all but those whose option is off."""
        return tuple(
            terms for terms in self.contracts if not terms.option or getattr(self, terms.option)
        )

    @property
    def has_pot(self) -> bool:
        """Whether a pott or mixed account may be kept (lomber 12.2).

        What a pass pays into the pot is said, and every game has one declarer.
        """
        said = self.pass_pays or "pass_pays" in self.options
        return said and not any(terms.several for terms in self.contracts)

    def outcomes(self, terms: ContractTerms) -> tuple[Outcome, ...]:
        """The ways a game of these terms can end here."""
        if Outcome.REMIS is self.three_each and is_even(terms):
            return (*terms.outcomes, Outcome.REMIS)
        return terms.outcomes

    def players_join(self, terms: ContractTerms) -> bool:
        """Whether who was dealt cards may join the declarer."""
        return terms.several and self.several_nolo

    def fourth_joins(self, terms: ContractTerms) -> bool:
        """Whether the first who sits out may join the declarer."""
        return terms.several and self.fourth_joins_nolo

    def may_join(self, terms: ContractTerms, seat: int, *, players: int, dealer: int) -> bool:
        """Whether this seat may join the declarer of the deal."""
        if seat in dealt_in(players, dealer):
            return self.players_join(terms)
        return self.fourth_joins(terms) and seat in fourth(players, dealer)

    def sells_extra_card(self, terms: ContractTerms) -> bool:
        """Whether a declarer may buy one card more than he lays away."""
        return terms.extra_card_loss is not None and self.nolo_extra_card

    def buys_again(self, terms: ContractTerms) -> bool:
        """Whether the declarer may buy a second time, for a bet."""
        buys = terms.aim is Aim.NO_TRICKS and terms.declarer_buys is not None
        return buys and self.nolo_buy_again

    def defenders_buy(self, terms: ContractTerms) -> bool:
        """Whether the defenders buy."""
        may = self.nolo_defenders_buy and Trait.DEFENDERS_MAY_BUY in terms.traits
        return terms.defenders_buy or may

    def bid_by_cards(self, terms: ContractTerms) -> bool:
        """Whether a bid promises how many cards are bought."""
        return self.nolo_bid_by_cards and Trait.BID_BY_CARDS in terms.traits

    def as_nolo(self, terms: ContractTerms) -> bool:
        """Whether a game for tricks may be played as a nolo."""
        return terms.by_sitter and self.mort_nolo

    def in_spades(self, terms: ContractTerms) -> ContractTerms | None:
        """The contract of its own that a game is when its declarer names spades; None: it stays.

        It buys alike, and its trump is always spades: solo and solo spar.
        """
        if terms.trump is not Trump.NAMED:
            return None
        own = (each for each in self.played if each.trump is Trump.SPADES)
        return next((each for each in own if _cards_taken(each) == _cards_taken(terms)), None)

    def changed(self, options: Mapping[str, object]) -> "RuleSet":
        """This rule set with some of its options set, for one deal or one table.

        Raises ``ValueError`` for a value that the option cannot have, ``KeyError`` for a name
        that is not among ``options``.
        """
        if not options:
            return self
        if unknown := sorted(set(options) - set(self.options)):
            raise KeyError(unknown[0])
        try:
            return _changed(self, tuple([_frozen(name, value) for name, value in options.items()]))
        except TypeError:
            raise ValueError("no option holds an object, or a list of lists") from None

    def to_json(self) -> dict[str, Json]:
        """All of it, but for fields that hold their default."""
        return to_object(self)

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Read what ``to_json`` wrote; raise ``ValueError`` for anything else."""
        return from_plain(cls, data)

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON, in hexadecimal: equal if and only if the rules are."""
        plain = json.dumps(self.to_json(), sort_keys=True, separators=(",", ":"))
        return sha256(plain.encode()).hexdigest()


DEFAULTS: Mapping[str, object] = {
    field.name: field.default for field in fields(RuleSet) if field.default is not MISSING
}
"""The fields that may be left out, and so may be options."""


def derive(parent: RuleSet, slug: str, /, **changes: object) -> RuleSet:
    """A club's own copy of ``parent`` under the id ``slug``, with some fields changed, by name.

    It begins at version 1, is called as its id, and says what it was derived from. Raises
    ``ValueError`` if the copy would not be a rule set, or bears its parent's id.

    >>> from rules import RULESETS
    >>> own = derive(RULESETS["dlu"], "our_club", dealer_must_bid=True)
    >>> own, differences(RULESETS["dlu"], own)
    (<RuleSet our_club 1>, ('dealer_must_bid false → true',))
    """
    if slug == parent.id:
        raise ValueError("a derived rule set needs an id of its own")
    own: dict[str, object] = {
        "version": 1,
        "name": slug,
        **changes,
        "id": slug,
        "derived_from": f"{parent.id} {parent.version}",
    }
    plain = {name: to_plain(value) for name, value in own.items()}
    return RuleSet.from_json({**parent.to_json(), **plain})


def differences(one: RuleSet, other: RuleSet) -> tuple[str, ...]:
    """What the rules say differently, in the order of the fields: ``tourne won 2 → 1``.

    Name, version, source and descent are no rules.
    """
    found: list[str] = []
    terms = {terms.contract: terms for terms in one.contracts}
    others = {terms.contract: terms for terms in other.contracts}
    for contract in Contract:
        if (contract in terms) != (contract in others):
            found.append(f"{contract} {'left out' if contract in terms else 'added'}")
        elif contract in terms:
            found += _changes(f"{contract} ", terms[contract], others[contract], set())
    return (*found, *_changes("", one, other, _NO_RULES))


_NO_RULES = {"id", "version", "name", "source", "contracts", "derived_from"}


def _changes(
    prefix: str,
    one: RuleSet | ContractTerms,
    other: RuleSet | ContractTerms,
    left_out: set[str],
) -> list[str]:
    pairs = [
        (field.name, getattr(one, field.name), getattr(other, field.name))
        for field in fields(one)
        if field.name not in left_out
    ]
    return [
        f"{prefix}{name} {_shown(before)} → {_shown(after)}"
        for name, before, after in pairs
        if before != after
    ]


def _shown(value: object) -> str:
    return json.dumps(to_plain(value), ensure_ascii=False).strip('"')


def _frozen(name: str, value: object) -> tuple[str, object, object]:
    """An option's name and value as a key, with their types: 1 is not true."""
    if isinstance(value, list | tuple):
        return name, tuple(value), tuple(map(type, value))
    return name, value, type(value)


def _set(ruleset: RuleSet, changes: tuple[tuple[str, object, object], ...]) -> RuleSet:
    return with_fields(ruleset, {name: value for name, value, _type in changes})


_changed = lru_cache(maxsize=256)(_set)
"""The same few options come again at every deal."""


@lru_cache(maxsize=64)
def _by_name(ruleset: RuleSet) -> Mapping[str, ContractTerms]:
    return {terms.contract.value: terms for terms in ruleset.played}


def _cards_taken(terms: ContractTerms) -> tuple[int | None, int]:
    """How the declarer comes by his nine cards."""
    return terms.declarer_buys, terms.talon_cards


def is_even(terms: ContractTerms) -> bool:
    """A trump game of one against two, in which the declarer is measured by the defenders."""
    return terms.aim is Aim.TRICKS and not terms.least_tricks and not terms.by_sitter


def as_played(
    ruleset: RuleSet, terms: ContractTerms, *, nolo: bool = False, spadille_in_talon: bool = False
) -> ContractTerms:
    """``terms`` as they were played: a mort may be a nolo, or have spadille in its thirteen."""
    if nolo:
        return replace(terms, aim=Aim.NO_TRICKS, trump=Trump.NONE, least_tricks=0)
    if terms.by_sitter and spadille_in_talon and ruleset.mort_spadille_needs_six:
        return replace(terms, least_tricks=SIX_TRICKS)
    return terms


SIX_TRICKS = 6
"""What wins a mort with spadille, where that is asked for (lomber 11.4)."""


def _repeats(values: Iterable[str]) -> bool:
    seen = list(values)
    return len(set(seen)) < len(seen)
