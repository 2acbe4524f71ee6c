"""Who pays whom for a deal, and why, in sentences."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import Game, RuleSet, Settlement, Suit, Trump
from scoring.transfers import POT, Part, Reason, Side, Transfer
from tournaments.book.accounts import Frame
from tournaments.sheets.queries import Sheet, SheetLine
from tournaments.words import wording
from tournaments.words.deals import WORDS, card_name
from tournaments.words.figures import MINUS, short

TRUMPS: Final[Mapping[Suit, Promise]] = {
    Suit.SPADES: gettext_lazy("%(game)s in spades"),
    Suit.HEARTS: gettext_lazy("%(game)s in hearts"),
    Suit.DIAMONDS: gettext_lazy("%(game)s in diamonds"),
    Suit.CLUBS: gettext_lazy("%(game)s in clubs"),
}
NAMED: Final[Mapping[Reason, Promise]] = {
    Reason.EXTRA_CARD: gettext_lazy("%(points)s (extra card)"),
    Reason.TOUT: gettext_lazy("%(points)s (tout)"),
    Reason.FIRST_FIVE: gettext_lazy("%(points)s (first five tricks)"),
    Reason.BOUGHT_AGAIN: gettext_lazy("%(points)s (second exchange)"),
    Reason.POT_PLAYED_FOR: gettext_lazy("%(points)s (played for the pot)"),
}
"""Parts that have to be named; of game and kodille the sentence has spoken already."""


def why(line: SheetLine, sheet: Sheet) -> list[str]:
    """Return who pays whom for a deal, a sentence for each game; none without a result."""
    if line.settlement is None or line.record is None:
        return []
    frame = Frame.of(sheet.table, players=sheet.players)
    game = frame.read(line.record).game
    names = [short(name) for name in sheet.names.at(line.deal)]
    return sentences(game, line.settlement, line.transfers, names, frame.ruleset)


def sentences(
    game: Game | None,
    settlement: Settlement,
    paid: Sequence[Transfer],
    names: Sequence[str],
    ruleset: RuleSet,
) -> list[str]:
    """Return a sentence for what concerns all, and then for each game or look.

    ``names`` are by seat.
    """
    by_seat = {
        about: list(some) for about, some in groupby(paid, key=lambda transfer: transfer.about)
    }
    told = [_of_all(by_seat[None])] if None in by_seat else []
    if game is None:
        return told or [_("All passed: nothing is paid.")]
    heads = dict(_heads(_game(game, ruleset), game, settlement, names))
    return [*told, *(_sentence(head, by_seat.get(seat, []), names) for seat, head in heads.items())]


def _of_all(paid: Sequence[Transfer]) -> str:
    """Return what everybody pays into the pot."""
    points = {"points": paid[0].amount}
    if paid[0].parts[0].reason is Reason.ANTE:
        return _("The pot cannot pay: everybody puts %(points)d into it first.") % points
    return _("All passed: everybody puts %(points)d into the pot.") % points


def _heads(
    called: str, game: Game, settlement: Settlement, names: Sequence[str]
) -> Iterator[tuple[int, str]]:
    """Return what was played by whom, and how it ended; then who looked and did not play."""
    cards = tuple(_cards(game))
    touts = (str(wording.TOUTS[game.tout]),) if game.tout else ()
    for number, declarer in enumerate(settlement.declarers):
        given_up = game.abandoned and not number
        end = WORDS["given_up"] if given_up else wording.OUTCOMES[declarer.outcome]
        facts = {
            "game": capfirst(called),
            "who": names[declarer.seat],
            "end": ", ".join((str(end),) if number else (*cards, str(end), *touts)),
        }
        yield declarer.seat, _("%(game)s by %(who)s, %(end)s") % facts
    for peeked in settlement.peeked:
        who = {"who": names[peeked.seat]}
        yield peeked.seat, _("%(who)s looked at the talon and did not join") % who


def _cards(game: Game) -> Iterator[str]:
    """Return the cards that make the price, where they do: those laid, and those turned."""
    for key, cards in (("laid", game.tourne.laid), ("turned", game.tourne.turned)):
        if cards:
            yield str(WORDS[key]) % {"cards": ", ".join(map(card_name, cards))}


def _game(game: Game, ruleset: RuleSet) -> str:
    """Return what was played, with its trump where the contract does not say it."""
    name = wording.contract(game.contract, ruleset)
    terms = ruleset.terms(game.contract)
    if game.trump is None or (terms and terms.trump is Trump.SPADES):
        return name
    return str(TRUMPS[game.trump]) % {"game": name}


def _sentence(head: str, paid: Sequence[Transfer], names: Sequence[str]) -> str:
    """Return what was played and all that is paid for it."""
    alike: dict[tuple[bool, tuple[Part, ...]], list[Transfer]] = {}
    for transfer in paid:
        alike.setdefault((POT in {transfer.payer, transfer.payee}, transfer.parts), []).append(
            transfer
        )
    told = [_paid(some, names) for some in alike.values()]
    paid_to = "; ".join(told).removesuffix(".")  # a name that is cut ends with one
    return _("%(head)s: %(paid)s.") % {"head": head, "paid": paid_to}


def _paid(some: Sequence[Transfer], names: Sequence[str]) -> str:
    """Return what is paid in payments of the same parts: by several to one, or the other way."""
    first = some[0]
    facts = {
        "payer": _names([each.payer for each in some], names),
        "payee": _names([each.payee for each in some], names),
        "points": _sum(first.parts),
    }
    several = len(some) > 1
    if not first.amount:
        text = _("nothing is paid: %(points)s")
    elif first.payee is POT:
        text = (
            _("%(payer)s each put %(points)s into the pot")
            if several
            else _("%(payer)s puts %(points)s into the pot")
        )
    elif first.payer is POT:
        text = _("%(payee)s takes %(points)s from the pot")
    elif len({each.payer for each in some}) == 1:  # there are two opponents or more
        text = _("%(payer)s pays %(points)s to each of %(payee)s")
    else:
        text = _("%(payer)s each pay %(points)s to %(payee)s")
    return text % facts


def _names(sides: Sequence[Side], names: Sequence[str]) -> str:
    """Return the names of different seats, the last after an *and*."""
    called = [names[seat] for seat in dict.fromkeys(sides) if seat is not POT]
    if not called:
        return ""
    *more, last = called
    return _("%(names)s and %(last)s") % {"names": ", ".join(more), "last": last} if more else last


def _sum(parts: Sequence[Part]) -> str:
    """Return the parts of a payment as a sum: 3 + 1."""
    first, *more = parts
    said = [_part(first, f"{first.amount}".replace("-", MINUS))]
    for part in more:
        sign = "+" if part.amount > 0 else MINUS
        said.append(f"{sign} {_part(part, str(abs(part.amount)))}")
    return " ".join(said)


def _part(part: Part, points: str) -> str:
    named = NAMED.get(part.reason)
    return str(named) % {"points": points} if named else points
