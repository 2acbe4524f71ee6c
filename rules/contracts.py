"""The contracts, what they ask for and what they are worth."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique

from rules.cards import MOST_DEALT


@unique
class Contract(StrEnum):
    """A contract by its id; clubs have their own words for most of them."""

    SPIL = "spil"
    BEDRE_SPIL = "bedre_spil"
    TOURNE = "tourne"
    KOEBE_NOLO = "koebe_nolo"
    TOURNE_RESPEKT = "tourne_respekt"
    GRAND = "grand"
    GRANDISSIMO = "grandissimo"
    SOLO = "solo"
    SOLO_SPAR = "solo_spar"
    REN_NOLO = "ren_nolo"
    KOEBE_NOLO_OUVERT = "koebe_nolo_ouvert"
    NOLO_OUVERT = "nolo_ouvert"
    KASKE = "kaske"
    MORT = "mort"


@unique
class Aim(StrEnum):
    """What the declarer is after."""

    TRICKS = "tricks"
    """More tricks than any defender."""
    NO_TRICKS = "no_tricks"
    """Not one trick."""


@unique
class Trump(StrEnum):
    """How trump is found."""

    NAMED = "named"
    """The declarer names it."""
    SPADES = "spades"
    TURNED = "turned"
    """The top card of the talon shows it."""
    ACES = "aces"
    """The two black aces alone are trumps, and there is no suit to name."""
    NONE = "none"


@unique
class Outcome(StrEnum):
    """How a game ended for its declarer."""

    WON = "won"
    BET = "bet"
    """Lost, as well as the best defender."""
    KODILLE = "kodille"
    """Lost, with fewer than a defender (kruk)."""
    REMIS = "remis"
    """Three tricks each, where that is neither won nor lost."""


@unique
class Trait(StrEnum):
    """What an option or an account asks of a contract, beside its price and its cards."""

    FOR_POT = "for_pot"
    """It wins the pot of a mixed account, or doubles it (lomber 12.9)."""
    BID_BY_CARDS = "bid_by_cards"
    """Under ``nolo_bid_by_cards`` who promises to buy more cards overbids it."""
    DEFENDERS_MAY_BUY = "defenders_may_buy"
    """Under ``nolo_defenders_buy`` the defenders buy too."""
    TAKES_OFFERS = "takes_offers"
    """Over it a later seat may make one of the ``offers`` (lomber 4.7)."""
    ABOVE_PURE_NOLO = "above_pure_nolo"
    """Under ``spade_solo_above_pure_nolo`` it beats the ren nolo (lomber 4.5)."""


USUAL: Mapping[Contract, tuple[Trait, ...]] = {
    Contract.SPIL: (Trait.TAKES_OFFERS,),
    Contract.KOEBE_NOLO: (Trait.BID_BY_CARDS, Trait.DEFENDERS_MAY_BUY),
    Contract.SOLO: (Trait.FOR_POT,),
    Contract.SOLO_SPAR: (Trait.FOR_POT, Trait.ABOVE_PURE_NOLO),
    Contract.REN_NOLO: (Trait.FOR_POT,),
    Contract.NOLO_OUVERT: (Trait.FOR_POT,),
}
"""The traits of a contract whose terms name none: stored copies are older than the names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractTerms:
    """What one rule set says of one contract. Amounts are points for each opponent.

    The fields with a default came later than the others, or matter in few rule sets only: what
    a stored copy leaves out holds its default.
    """

    contract: Contract = field(metadata={"json": "id"})
    letter: str
    """The key that enters it, one lower-case letter."""
    aim: Aim
    trump: Trump
    won: int
    """What each opponent pays for a won game; 0 where the cards shown set the price."""
    bet: int
    """What each opponent is paid for a lost one."""
    kodille: int | None
    """What a kodille costs on top of a bet; None where no game ends in a kodille."""
    declarer_buys: int | None
    """The fewest cards the declarer buys, the turned one included; None: he may not buy."""
    defenders_buy: bool
    may_abandon: bool
    """The declarer may throw the game in, as a bet."""
    tout: bool
    """All nine tricks may be announced."""
    kodille_per_trick: bool = False
    """``kodille`` is paid for every trick beyond the first."""
    least_tricks: int = 0
    """Only so many tricks win, whatever the defenders have; 0: more than any defender."""
    rank: int = 0
    """Height in the auction, or pinde where bids are compared in pinde; 0: never bid there."""
    group: int = 0
    """Contracts of a group may follow from one another; 0: there are no groups."""
    becomes: tuple[Contract, ...] = ()
    """What a declarer who won the auction with this may play instead."""
    both_aces: bool = False
    """The declarer shows both black aces first, or what ``respekt_on`` allows."""
    by_cards: bool = False
    """The price is that of the cards laid and turned."""
    ouvert: bool = False
    """The declarer's cards lie open."""
    several: bool = False
    """It may have more declarers than one."""
    extra_card_loss: int | None = None
    """What a bet costs who bought one card more than he laid away; None: nobody may."""
    peek: int = 0
    """What it costs to have looked at the talon and then not to join."""
    talon_cards: int = 0
    """How many cards of the talon the declarer takes at once, before he chooses his nine."""
    option: str = ""
    """The option that brings it into the game; empty: always there."""
    own_traits: tuple[Trait, ...] | None = field(default=None, metadata={"json": "traits"})
    """Its traits, where they are not the usual ones."""

    def __hash__(self) -> int:
        """Cheap, since results are looked up by it; a letter is enough to tell contracts apart."""
        return hash(self.letter)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The ways it can end under every rule set; ``RuleSet.outcomes`` knows of the remis."""
        if self.kodille is None:
            return (Outcome.WON, Outcome.BET)
        return (Outcome.WON, Outcome.BET, Outcome.KODILLE)

    @property
    def by_sitter(self) -> bool:
        """The player who was dealt no cards is its declarer, against three."""
        return self.talon_cards > MOST_DEALT

    @property
    def pure_nolo(self) -> bool:
        """A nolo with the cards as they were dealt, held in the hand."""
        return self.aim is Aim.NO_TRICKS and self.declarer_buys is None and not self.ouvert

    @property
    def traits(self) -> tuple[Trait, ...]:
        """What an option or an account asks of it."""
        return USUAL.get(self.contract, ()) if self.own_traits is None else self.own_traits

    @property
    def for_pot(self) -> bool:
        """It wins the pot of a mixed account, or doubles it."""
        return Trait.FOR_POT in self.traits

    def value(
        self, outcome: Outcome, tricks: int | None = None, *, extra_card: bool = False
    ) -> int:
        """Signed points per opponent, without tout (dlu 6.1).

        ``tricks`` are the declarer's own, needed where a kodille is paid by the trick. A remis
        costs a bet (lomber 12.1). Raises ``ValueError`` for an outcome that this contract does
        not have.
        """
        if outcome is Outcome.WON:
            return self.won
        loss = self.bet
        if extra_card and self.extra_card_loss is not None:
            loss = self.extra_card_loss
        if outcome is not Outcome.KODILLE:
            return -loss
        if self.kodille is None:
            message = f"a {self.contract} cannot end in {outcome}"
            raise ValueError(message)
        if not self.kodille_per_trick:
            return -loss - self.kodille
        if tricks is None:
            message = f"what a {outcome} costs in a {self.contract} depends on the tricks"
            raise ValueError(message)
        return -loss - self.kodille * (tricks - 1)


def game(
    contract: Contract, letter: str, trump: Trump, worth: int, kodille: int | None
) -> ContractTerms:
    """A game for tricks as it was dealt: only the defenders buy, and there is no throwing in."""
    return ContractTerms(
        contract=contract,
        letter=letter,
        aim=Aim.TRICKS,
        trump=trump,
        won=worth,
        bet=worth,
        kodille=kodille,
        declarer_buys=None,
        defenders_buy=True,
        may_abandon=False,
        tout=True,
    )


def nolo(contract: Contract, letter: str, worth: int, kodille: int | None) -> ContractTerms:
    """A nolo as it was dealt: nobody buys, and there is no throwing in."""
    return ContractTerms(
        contract=contract,
        letter=letter,
        aim=Aim.NO_TRICKS,
        trump=Trump.NONE,
        won=worth,
        bet=worth,
        kodille=kodille,
        declarer_buys=None,
        defenders_buy=False,
        may_abandon=False,
        tout=False,
    )
