"""Lines: records that the rules have accepted, with what they are worth."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from rules import (
    CARDS,
    TRICKS,
    ContractTerms,
    Json,
    Outcome,
    RefusedError,
    ResultRecord,
    RuleSet,
    Settlement,
    TourneCard,
    Tout,
    kodille_costs,
    read_result,
    settle,
    tourne_value,
)
from scoring.whichline.courses import Keeper, Step
from scoring.whichline.values import Record, Sheet

SHARED = ("pairs", "options")
"""What holds for a whole sheet, if it holds for each of its games."""
MOST_KEPT = 64
"""Dealers whose possible games are remembered, of all rule sets together."""
MOST_READ = 1 << 13
"""Results that are remembered."""


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One line of a sheet, as it is or as it might be."""

    record: Record
    result: ResultRecord
    settlement: Settlement
    step: Step


class Reader:
    """Reads what is entered on a sheet, and what might be; each thing once."""

    def __init__(self, sheet: Sheet, keeper: Keeper) -> None:
        self.sheet = sheet
        self._keeper = keeper
        self._known: dict[str, PaperLine | None] = {}
        self._games: dict[int, tuple[tuple[PaperLine, ...], ...]] = {}

    def entered(self, deal: int) -> PaperLine | None:
        """The line of ``deal``; None if it is empty.

        Raises ``rules.RefusedError`` for a record that the rules do not accept, ``ValueError``
        for one that does not go with the accounting.
        """
        record = self.sheet.records.get(deal)
        if record is None:
            return None
        whole = {"dealer": self.sheet.dealer(deal), **record}
        ruleset = self.sheet.ruleset
        result = read_result(whole, ruleset, self.sheet.rules.players)
        return self._line(record, result, settle(result, ruleset))

    def read(self, record: Record) -> PaperLine | None:
        """The line with this record; None if the rules refuse it."""
        key = as_json(record)
        if key not in self._known:
            accepted = read_once(self.sheet.ruleset, self.sheet.rules.players, key)
            self._known[key] = None if accepted is None else self._line(record, *accepted)
        return self._known[key]

    def moved(self, line: PaperLine | None, dealer: int) -> PaperLine | None:
        """The same with another dealer; None if it is none, or if the rules refuse it."""
        return None if line is None else self.read({**line.record, "dealer": dealer})

    def games(self, dealer: int) -> tuple[tuple[PaperLine, ...], ...]:
        """Every plain game that ``dealer`` could have dealt, those of equal worth together."""
        if dealer not in self._games:
            sheet = self.sheet
            found = plain_games(sheet.ruleset, sheet.rules.players, dealer, as_json(self._shared))
            groups: dict[int, list[PaperLine]] = {}
            for game in found:
                line = self._line(*game)
                groups.setdefault(id(line.step), []).append(line)
            self._games[dealer] = tuple(tuple(lines) for lines in groups.values())
        return self._games[dealer]

    def passed(self, dealer: int) -> PaperLine | None:
        """All passed when ``dealer`` dealt."""
        return self.read({"dealer": dealer, "passed": True})

    @property
    def _shared(self) -> dict[str, Json]:
        games = [record for record in self.sheet.records.values() if not record.get("passed")]
        return {
            key: games[0][key]
            for key in SHARED
            if games and all(key in one and one[key] == games[0].get(key) for one in games)
        }

    def _line(self, record: Record, result: ResultRecord, settlement: Settlement) -> PaperLine:
        return PaperLine(record, result, settlement, self._keeper.step(settlement))


as_json = json.JSONEncoder(sort_keys=True).encode
"""A record as it can be looked up: the same entries give the same text."""


@lru_cache(maxsize=MOST_READ)
def read_once(
    ruleset: RuleSet, players: int, record: str
) -> tuple[ResultRecord, Settlement] | None:
    """The result and its worth; None if the rules refuse it. The same few come again and again."""
    try:
        result = read_result(json.loads(record), ruleset, players)
    except RefusedError:
        return None
    return result, settle(result, ruleset)


@lru_cache(maxsize=MOST_KEPT)
def plain_games(
    ruleset: RuleSet, players: int, dealer: int, shared: str
) -> tuple[tuple[Record, ResultRecord, Settlement], ...]:
    """Every game with one declarer and nothing beside it but a tout.

    ``shared`` is JSON of what each record holds besides.
    """
    held = json.loads(shared)
    changed = ruleset.changed(held.get("options", {}))
    found: list[tuple[Record, ResultRecord, Settlement]] = []
    for terms in changed.played:
        for game in _games_of(changed, terms, players):
            record = {"dealer": dealer, **game, **held}
            try:
                result = read_result(record, ruleset, players)
            except RefusedError:
                continue
            found.append((record, result, settle(result, ruleset)))
    return tuple(found)


def _games_of(ruleset: RuleSet, terms: ContractTerms, players: int) -> Iterator[dict[str, Json]]:
    contract: dict[str, Json] = {"contract": terms.contract.value}
    prices = tourne_prices(ruleset.tourne_cards) if terms.by_cards else ({},)
    for seat in range(players):
        for outcome in ruleset.outcomes(terms):
            touts = (Tout.MADE, Tout.FAILED) if outcome is Outcome.WON else (Tout.FAILED,)
            for ending in endings(terms, outcome, seat, players):
                plain = {"declarer": seat, **contract, **ending}
                for price in prices:
                    yield {**plain, **price}
                for tout in touts if terms.tout else ():
                    yield {**plain, "tout": tout.value}


def endings(
    terms: ContractTerms, outcome: Outcome, seat: int, players: int
) -> list[dict[str, Json]]:
    """Every way to write that it went so for the declarer on ``seat``."""
    if outcome is not Outcome.KODILLE or not terms.kodille_per_trick:
        return [{"outcome": outcome.value}]
    return [{"tricks": [own if one == seat else None for one in range(players)]}
            for own in range(2, TRICKS + 1)]  # fmt: skip


@lru_cache
def tourne_prices(cards: tuple[TourneCard, ...]) -> tuple[Mapping[str, Json], ...]:
    """For each price that a tourné can have, some cards laid and turned that make it."""
    together = [card.card for card in cards if not card.alone]
    found: dict[tuple[int, bool], Mapping[str, Json]] = {}
    choices = [[card.card] for card in cards if card.alone] + _subsets(together)
    for laid in choices:
        for more in ([], *_subsets([card for card in together if card not in laid])):
            for plain in range(1, max(card.turns for card in cards) + 1):
                turned = [*more, *_plain(cards, plain)]
                try:
                    price = tourne_value(cards, laid, turned)
                except ValueError:
                    continue
                tourne: dict[str, Json] = {"laid": [*laid], "turned": [*turned]}
                found.setdefault((price, kodille_costs(cards, laid)), {"tourne": tourne})
    return tuple(found.values())


def _subsets(names: list[str]) -> list[list[str]]:
    return [[*chosen] for size in range(1, len(names) + 1) for chosen in combinations(names, size)]


def _plain(cards: tuple[TourneCard, ...], number: int) -> list[str]:
    """So many cards of the pack that are no tourné cards."""
    priced = {card.card for card in cards}
    return [name for name in CARDS if name not in priced][:number]
