"""What a line might be if one entry of it is wrong; nothing that the rules refuse."""

from collections.abc import Iterator, Sequence

from rules import TRICKS, ContractTerms, Game, Json, Outcome, Tout
from rules.result import ENDINGS, SAID_KEYS
from scoring.whichline.lines import PaperLine, Reader, endings, tourne_prices
from scoring.whichline.values import Kind, Record

TOUTS = (None, Tout.MADE, Tout.FAILED)
WITHOUT = dict.fromkeys({*SAID_KEYS, "spadille_in_talon"} - {"contract", *ENDINGS})
"""What may have to go when the contract is another."""
Alternative = tuple[Kind, PaperLine]


def alternatives(line: PaperLine, reader: Reader) -> Iterator[Alternative]:
    """Every other line that differs in one entry; the same one only once for each kind."""
    game, dealer = line.result.game, line.result.dealer
    if game is None:
        for equal in reader.games(dealer):
            for played in equal:
                yield Kind.PASSED, played
        return
    one = _Entered(line, game, reader)
    for kind, records in (
        (Kind.OUTCOME, one.outcomes()),
        (Kind.SEAT, one.seats()),
        (Kind.CONTRACT, one.contracts()),
        (Kind.TOUT, one.touts()),
        (Kind.CARDS, one.cards()),
        (Kind.EXTRA, one.extras()),
        (Kind.PASSED, iter([{"dealer": dealer, "passed": True}])),
    ):
        for record in records:
            other = reader.read(record)
            if other is not None:
                yield kind, other


class _Entered:
    """A game as entered, to be changed in one thing."""

    def __init__(self, line: PaperLine, game: Game, reader: Reader) -> None:
        self.line, self.game, self.reader = line, game, reader
        self.players = line.result.players
        self.ruleset = reader.sheet.ruleset.changed(dict(line.result.options))
        self.outcome = line.settlement.declarers[0].outcome
        self.several = len(line.settlement.declarers) > 1
        self.tricks = self._tricks()

    @property
    def terms(self) -> ContractTerms:
        """What the rules say of the contract entered; they have accepted it."""
        return next(one for one in self.ruleset.played if one.contract is self.game.contract)

    @property
    def ending(self) -> dict[str, Json]:
        """How it went, in the fewest words that say the price."""
        return {"tricks": [*self.tricks]} if self.tricks else {"outcome": self.outcome.value}

    def _tricks(self) -> list[int | None]:
        """The tricks of each declarer, if they say what the outcome alone does not; else none."""
        by_trick = self.terms.kodille_per_trick and self.outcome is Outcome.KODILLE
        if not (self.several or by_trick):
            return []
        declarers = {one.seat for one in self.line.settlement.declarers}
        counted = enumerate(self.game.tricks or ())
        return [taken if seat in declarers else None for seat, taken in counted]

    def changed(self, **changes: Json) -> Record:
        """The record with these entries instead; None leaves one out."""
        record = {key: value for key, value in self.line.record.items() if key not in ENDINGS}
        if not any(key in changes for key in ENDINGS):
            changes = {**self.ending, **changes}
        whole = {"dealer": self.line.result.dealer, **record, **changes}
        return {key: value for key, value in whole.items() if value is not None}

    def outcomes(self) -> Iterator[Record]:
        """Another outcome, or with several declarers that of one of them."""
        if self.several:
            yield from self._shares()
            return
        for outcome in self.ruleset.outcomes(self.terms):
            for ending in endings(self.terms, outcome, self.game.declarer, self.players):
                if ending != self.ending:
                    yield self.changed(**ending)

    def _shares(self) -> Iterator[Record]:
        """Other tricks of one declarer, as many as make a difference."""
        most = TRICKS if self.terms.kodille_per_trick else 1 + (self.terms.kodille is not None)
        for seat, taken in enumerate(self.tricks):
            for own in range(most + 1):
                if taken is not None and own != min(taken, most):
                    yield self.changed(tricks=_with(self.tricks, seat, own))

    def seats(self) -> Iterator[Record]:
        """Another declarer, with the tricks of the one entered."""
        old = self.game.declarer
        for seat in range(self.players):
            if seat != old and self.tricks:
                swapped = _with(self.tricks, seat, self.tricks[old])
                yield self.changed(declarer=seat, tricks=_with(swapped, old, self.tricks[seat]))
            elif seat != old:
                yield self.changed(declarer=seat)

    def contracts(self) -> Iterator[Record]:
        """Another contract that can have ended so."""
        for terms in self.ruleset.played:
            if terms.contract is self.game.contract:
                continue
            for ending in endings(terms, self.outcome, self.game.declarer, self.players):
                contract: dict[str, Json] = {"contract": terms.contract.value, **ending}
                if terms.by_cards:
                    for price in tourne_prices(self.ruleset.tourne_cards):
                        yield self.changed(**{**WITHOUT, **contract, **price})
                else:
                    kept = self.changed(**contract)
                    yield (
                        kept if self.reader.read(kept) else self.changed(**{**WITHOUT, **contract})
                    )

    def touts(self) -> Iterator[Record]:
        """Another tout, or none."""
        for tout in TOUTS if self.terms.tout else ():
            if tout is not self.game.tout:
                yield self.changed(tout=tout and tout.value)

    def cards(self) -> Iterator[Record]:
        """A tourné of another price."""
        prices = tourne_prices(self.ruleset.tourne_cards) if self.terms.by_cards else ()
        for price in prices:
            if price["tourne"] != self.line.record["tourne"]:
                yield self.changed(**price, trump=None)

    def extras(self) -> Iterator[Record]:
        """Something beside the game that was forgotten, or was not so."""
        game = self.game
        if game.extra_card or self.ruleset.sells_extra_card(self.terms):
            yield self.changed(extra_card=None if game.extra_card else True)
        if game.bought_again or self.ruleset.buys_again(self.terms):
            yield self.changed(bought_again=None if game.bought_again else True)
        for first_five in TOUTS if self.ruleset.first_five else ():
            if first_five is not game.first_five:
                yield self.changed(first_five=first_five and first_five.value)
        if self.terms.peek:
            yield from self._looked()
        if self.ruleset.players_join(self.terms) or self.ruleset.fourth_joins(self.terms):
            yield from self._joined()

    def _looked(self) -> Iterator[Record]:
        """One more or one fewer looked at the talon."""
        peeked = self.game.peeked
        for seat in range(self.players):
            fewer: list[Json] = [one for one in peeked if one != seat]
            yield self.changed(peeked=(fewer if seat in peeked else [*peeked, seat]) or None)

    def _joined(self) -> Iterator[Record]:
        """One more joined, with no trick or with one; or one fewer."""
        joined = [one.to_json() for one in self.game.joined]
        mine = 0 if self.outcome is Outcome.WON else 1
        alone = _with([None] * self.players, self.game.declarer, mine)
        counted: Sequence[Json] = self.tricks or alone
        for place, one in enumerate(self.game.joined):
            left: list[Json] = [*joined[:place], *joined[place + 1 :]]
            yield self.changed(joined=left or None, tricks=_with(counted, one.seat, None))
        for seat in range(self.players):
            more: list[Json] = [*joined, {"seat": seat}]
            for own in (0, 1):
                yield self.changed(joined=more, tricks=_with(counted, seat, own))


def _with(tricks: Sequence[Json], seat: int, taken: Json) -> list[Json]:
    return [*tricks[:seat], taken, *tricks[seat + 1 :]]
