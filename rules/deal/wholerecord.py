"""From raw JSON to a full record: every call, card and trick, none of them judged yet."""

from dataclasses import dataclass, replace

from rules.cards import CARDS, MOST_DEALT, name_of
from rules.contracts import ContractTerms
from rules.deal.exchange import Item
from rules.errors import Breach, BreachError, Code, RefusedError, quoted
from rules.fields import Fields, is_whole
from rules.result.joining import judge_joined
from rules.result.judging import Frame, judge_nolo
from rules.result.reading import IGNORED_KEYS, read_options, read_pairs, read_players
from rules.result.record import NO_CARDS, SAID_KEYS, Said, Tourne
from rules.result.saying import read_said
from rules.ruleset import OptionValue, RuleSet, as_played
from rules.seats import dealt_in

Cards = tuple[int, ...]

DEAL_KEYS = ("ruleset", "players", "dealer", "hands", "talon", "auction", "pairs", "options")
PLAY_KEYS = ("exchanges", "play", "tout_before_trick")
GAME_KEYS = tuple(key for key in (*SAID_KEYS, *PLAY_KEYS) if key != "contract")
"""They go with a contract."""
KEYS = (*DEAL_KEYS, "contract", *GAME_KEYS)
ALLOWED = frozenset((*KEYS, *IGNORED_KEYS))
ITEM_KEYS = ("seat", "discards", "takes", "extra_discard", "keeps", "hand")
JUDGED_LATER = frozenset(
    {Code.TRUMP_MUST_BE_SPADES, Code.JOIN_NOT_ALLOWED, Code.ABANDON_NOT_ALLOWED}
)
"""What is said at the contract, when the auction is known to be sound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeRecord:
    """A full record whose frame is sound: ``docs/record.md``, "A whole deal".

    Cards are numbers (``rules.cards``). Who plays, and whether he may, is not known yet.
    """

    players: int
    dealer: int
    hands: tuple[Cards | None, ...]
    """By seat; None for who was dealt none."""
    talon: Cards
    """The top card first."""
    auction: tuple[tuple[int, str], ...]
    """Seat and call, in order."""
    said: Said | None = None
    """What is played, and what is said with it; None: all passed."""
    items: tuple[Item, ...] = ()
    play: tuple[Cards, ...] = ()
    tout_before_trick: int | None = None
    pairs: bool = False
    options: tuple[tuple[str, OptionValue], ...] = ()

    @property
    def abandoned(self) -> bool:
        """The declarer threw the game in."""
        return self.said is not None and self.said.abandoned


def read_whole(data: object, ruleset: RuleSet) -> WholeRecord:
    """Read a full record of ``ruleset``.

    Raises ``BreachError`` and nothing else, whatever ``data`` is: MALFORMED for the frame, the
    types, keys that do not go together and cards that do not exist, else CARDS_INVALID for a
    pack or a deal that is not whole.
    """
    try:
        fields = Fields(data, "record")
    except RefusedError as refused:
        raise BreachError(Breach.MALFORMED, str(refused)) from None
    record = _read(fields, ruleset)
    for complaint in fields.complaints:
        if complaint.code not in JUDGED_LATER:
            raise BreachError(Breach.MALFORMED, complaint.message)
    _judge_cards(record)
    return record


def _read(fields: Fields, ruleset: RuleSet) -> WholeRecord:
    frame, options = _read_frame(fields, ruleset)
    seats = frame.players or max(ruleset.players)
    contract = fields.text("contract")
    said = read_said(fields, frame, contract or "", _read_tourne(fields, frame))
    return WholeRecord(
        players=seats,
        dealer=frame.dealer or 0,
        hands=_read_hands(fields, frame.players),
        talon=_read_cards(fields, "talon", fields.data.get("talon")),
        auction=_read_auction(fields, seats),
        said=None if contract is None else said,
        items=tuple(_read_item(fields, item, seats) for item in fields.items("exchanges") or ()),
        play=tuple(_read_cards(fields, "play", trick) for trick in fields.items("play") or ()),
        tout_before_trick=_read_tout(fields),
        pairs=frame.pairs,
        options=options,
    )


def _read_frame(
    fields: Fields, ruleset: RuleSet
) -> tuple[Frame, tuple[tuple[str, OptionValue], ...]]:
    """What does not depend on the cards, and the options of the deal."""
    fields.allow_only(ALLOWED)
    fields.require("dealer", "hands", "talon")
    name = fields.text("ruleset")
    if name not in {None, ruleset.id}:
        fields.malformed("ruleset", f"The rule set is {ruleset.id}, not {quoted(name)}.")
    options = read_options(fields, ruleset)
    rules = ruleset.changed(dict(options))
    players = read_players(fields, rules, None)
    dealer = fields.whole("dealer")
    if dealer is not None and not 0 <= dealer < (players or max(rules.players)):
        fields.malformed("dealer", f"There is no seat {quoted(dealer)} at the table.")
    terms, nolo = _read_contract(fields, rules)
    pairs = read_pairs(fields, players)
    frame = Frame(
        ruleset=rules,
        players=players,
        dealer=dealer,
        declarer=None,
        terms=terms,
        pairs=pairs,
        nolo=nolo,
    )
    joined = judge_joined(fields, frame)
    return replace(frame, joined=joined) if joined else frame, options


def _read_contract(fields: Fields, rules: RuleSet) -> tuple[ContractTerms | None, bool]:
    """The terms as played, if the rules know the contract, and whether a mort is a nolo."""
    name = fields.data.get("contract")
    if "contract" not in fields.data:
        for key in GAME_KEYS:
            if fields.data.get(key) not in (None, False, []):
                fields.malformed(key, f"Without a contract there is no {key}: leave it out.")
    terms = rules.terms(name) if isinstance(name, str) else None
    nolo = judge_nolo(fields, rules, terms)
    return terms and as_played(rules, terms, nolo=nolo), nolo


def _read_tourne(fields: Fields, frame: Frame) -> Tourne:
    """The cards laid and turned; whether they could be is judged with the hands."""
    if "tourne" not in fields.data:
        return NO_CARDS
    terms = frame.terms
    if not frame.ruleset.tourne_cards or (terms is not None and not terms.by_cards):
        fields.malformed("tourne", "The cards of this game set no price: leave tourne out.")
    tourne = fields.data["tourne"]
    if not isinstance(tourne, dict) or set(tourne) != {"laid", "turned"}:
        fields.malformed("tourne", "The key tourne holds two lists of cards, laid and turned.")
        return NO_CARDS
    laid, turned = (
        tuple(map(name_of, _read_cards(fields, key, tourne[key]))) for key in ("laid", "turned")
    )
    return Tourne(laid, turned)


def _read_tout(fields: Fields) -> int | None:
    """The trick before which it was announced; null is as good as nothing."""
    if fields.data.get("tout_before_trick") is None:
        return None
    return fields.whole("tout_before_trick")


def _read_cards(fields: Fields, key: str, value: object) -> Cards:
    if isinstance(value, list):
        try:
            return tuple([CARDS[name] for name in value])
        except (KeyError, TypeError):  # TypeError: not even something that could be a key
            pass
    fields.malformed(key, f"Here {key} is a list of cards such as H7 and SA.")
    return ()


def _read_hands(fields: Fields, players: int | None) -> tuple[Cards | None, ...]:
    hands = fields.items("hands") or []
    if players is not None and len(hands) != players:
        fields.malformed("hands", f"There are {players} hands, by seat: null for who got none.")
    return tuple(
        None if hand is None else _read_cards(fields, "hands", hand) or None for hand in hands
    )


def _read_auction(fields: Fields, seats: int) -> tuple[tuple[int, str], ...]:
    calls: list[tuple[int, str]] = []
    for pair in fields.items("auction") or ():
        if isinstance(pair, list) and len(pair) == len(("seat", "call")):
            seat, call = pair
            if is_whole(seat) and 0 <= seat < seats and isinstance(call, str):
                calls.append((seat, call))
                continue
        fields.malformed("auction", 'A call is a seat and a word, such as [1, "pass"].')
    return tuple(calls)


def _read_item(fields: Fields, data: object, seats: int) -> Item:
    """One player's part in the exchange."""
    if not isinstance(data, dict):
        fields.malformed("exchanges", 'Write each exchange as an object with its "seat".')
        return Item(0)
    own = Fields(data, "exchange")
    own.allow_only(ITEM_KEYS)
    own.require("seat")
    seat = own.whole("seat")
    if seat is not None and not 0 <= seat < seats:
        own.malformed("seat", f"There is no seat {quoted(seat)} at the table.")
    item = Item(
        seat or 0,
        discards=_read_cards(own, "discards", data.get("discards", [])),
        takes=_read_cards(own, "takes", data.get("takes", [])),
        extra_discard=_read_card(own, "extra_discard") if "extra_discard" in data else None,
        keeps=None if data.get("keeps") is None else _read_card(own, "keeps"),
        hand=_read_cards(own, "hand", data["hand"]) if "hand" in data else None,
    )
    fields.complaints += own.complaints
    return item


def _read_card(fields: Fields, key: str) -> int | None:
    card = fields.data[key]
    if not isinstance(card, str) or card not in CARDS:
        fields.malformed(key, f"{quoted(card)} is not a card for {key}: write H7, say.")
        return None
    return CARDS[card]


def _judge_cards(record: WholeRecord) -> None:
    """Refuse anything but three hands of nine where they were dealt, and thirteen left."""
    dealt = dealt_in(record.players, record.dealer)
    if tuple(seat for seat, hand in enumerate(record.hands) if hand is not None) != dealt:
        message = f"Seats {', '.join(map(str, dealt))} are dealt cards, and no other seat."
        raise BreachError(Breach.CARDS_INVALID, message)
    hands = [hand for hand in record.hands if hand is not None]
    if any(len(hand) != MOST_DEALT for hand in hands):
        raise BreachError(Breach.CARDS_INVALID, f"Each hand has {MOST_DEALT} cards.")
    left = len(CARDS) - MOST_DEALT * len(hands)
    if len(record.talon) != left:
        raise BreachError(Breach.CARDS_INVALID, f"The talon has {left} cards.")
    if len({*record.talon, *(card for hand in hands for card in hand)}) != len(CARDS):
        raise BreachError(Breach.CARDS_INVALID, "A card was dealt twice, and another is missing.")
