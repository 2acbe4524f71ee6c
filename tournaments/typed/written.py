"""The words that sheets use, in Danish and in English: columns, contracts, results."""

import re
from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import override

from lhombre_club.club_words.choices import BY_KEY
from lhombre_club.refusal import Refusal
from rules import RuleSet
from tournaments.typed import grammar
from tournaments.typed.extras import SUITS
from tournaments.typed.grammar import OUTCOMES, SEAT_LETTERS, contract_keys
from tournaments.typed.reasons import WordsReason
from tournaments.words import deals, wording

LANGUAGES = ("da", "en")
# Letters and digits only, in lower case: "Deal no." and "deal no" are one word.
_COLUMN_WORDS = {
    "deal": "deal dealno dealnumber no number nr nummer giv givnr gift kort kortgivning omgang",
    "line": "keys key typed line taster tast tastet linje",
    "declarer": "declarer player seat melder spiller plads spilfører",
    "contract": "contract game kontrakt melding spil",
    "outcome": "outcome result resultat udfald",
    "tout": "tout",
    "trump": "trump trumf",
    "tricks": "tricks stik",
}
COLUMNS = {each: column for column, words in _COLUMN_WORDS.items() for each in words.split()}
COLUMNS |= {each: key for key in ("declarer", "tout") for each in BY_KEY[key].called()}
"""In any club's words: the page says the columns in its own."""
ORDER = ("deal", "declarer", "contract", "outcome", "tout")
"""What the cells are where no line names the columns."""
PASSED = frozenset({"pass", "passed", "allpassed", "pas", "passet", "allepas", "allepassede", "0"})
_OUTCOME_WORDS = {
    "won": "won made vundet vandt v",
    "bet": "bet lost beet tabt b",
    "kodille": "kodille codille k x",
    "remis": "remis r",
}
_TOUT_WORDS = {
    "made": "made won yes ja vundet lavet toutmade",
    "failed": "failed lost nej no tabt ikkelavet toutfailed",
}
_TRUMPS = {
    "S": "s spades spade spar",
    "H": "h hearts heart hjerter",
    "D": "d r diamonds diamond ruder",
    "C": "c k clubs club klør klor",
}
_POINTS = re.compile(r"[+\-−][0-9]+|0")
_TRICKS = re.compile("(?:[a-zæøå]+: ?)?[0-9](?:[–-]\N{WORD JOINER}?[0-9]){0,2}")
_LETTERS = re.compile(r"[^\W\d_]{3}")
_A_WORD = 2
"""Letters; one alone is a key."""
_SEATS = ("north nord", "west vest", "south syd", "east øst oest", "fifth femte")


def word(text: str) -> str:
    """Letters and digits of ``text`` in lower case.

    >>> word(" Deal no.: ")
    'dealno'
    """
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _turned(words: Mapping[str, str]) -> dict[str, str]:
    return {each: meaning for meaning, listed in words.items() for each in listed.split()}


TOUTS = _turned(_TOUT_WORDS)
TRUMPS = _turned(_TRUMPS)


def _worded(names: Mapping[str, Promise]) -> dict[str, str]:
    """Return every name in both languages → its meaning."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        with override(language):
            found.update({word(str(name)): str(key) for key, name in names.items()})
    return found


def contracts(ruleset: RuleSet) -> dict[str, str]:
    """Return what may be written for each contract of the rule set: its name, its id, its key."""
    known = contract_keys(ruleset)
    own = set(known.values())
    named = {key: value for key, value in _worded(wording.CONTRACTS).items() if value in own}
    called = {word(wording.contract(each, ruleset)): each for each in own}
    return {**known, **{word(each): each for each in own}, **named, **called}


def outcome(text: str) -> str | None:
    """Return the outcome that is written, as a word or as its key."""
    called = dict.fromkeys(BY_KEY["kodille"].called(), "kodille")
    known = {**_turned(_OUTCOME_WORDS), **called, **_worded(wording.OUTCOMES)}
    return OUTCOMES.get(text.strip()) or known.get(word(text))


def seat(text: str, names: Sequence[str]) -> int | None:
    """Return whose seat is meant: by number, letter, wind, or a name that only one player has."""
    said = word(text)
    for place in range(len(names)):
        letters = {each[place] for each in SEAT_LETTERS}
        if said in {str(place + 1), *letters, *_SEATS[place].split()}:
            return place
    wholly = [place for place, name in enumerate(names) if word(name) == said]
    begun = [place for place, name in enumerate(names) if said and word(name).startswith(said)]
    found = wholly or begun
    return found[0] if len(found) == 1 else None


def in_words(text: str, names: Sequence[str], ruleset: RuleSet) -> str | None:
    """Return the keys of a result that a line says as pages do; None where it is not said so.

    "Bo Bæk: solo ♥, won, 5–2–2", with the points behind it or without; or that all passed.
    """
    if word(text) in PASSED:
        return "0"
    who, _colon, rest = text.partition(":")
    game, *ends = (part.strip() for part in rest.split(","))
    declarer, contract = seat(who, names), contracts(ruleset).get(word(game))
    how = outcome(ends[0]) if ends else None
    told = [_told(end) for end in ends[1:] if not _POINTS.fullmatch(end)]
    if declarer is None or contract is None or how is None or None in told:
        return None
    key = next(key for key, each in contract_keys(ruleset).items() if each == contract)
    trump = next((key for key, suit in SUITS.items() if deals.SUITS[suit][0] in game), "")
    # Tricks stand before a tout, however they are said.
    others = "".join(sorted((keys for keys in told if keys), key=lambda keys: not keys.isdigit()))
    end = next(key for key, each in OUTCOMES.items() if each == how)
    return f"{declarer + 1}{key}{trump}{others}{end}"


def refusal_of(text: str, names: Sequence[str], ruleset: RuleSet) -> Refusal | None:
    """Return what a line says too little of that is written as ``in_words`` reads it.

    None where it is no such line: neither a name, nor a colon, nor words beside each other.
    """
    who, colon, rest = text.partition(":")
    declarer = seat(who, names)
    if not colon and not _is_prose(text) and (declarer is None or len(word(who)) < _A_WORD):
        return None
    game, *ends = (part.strip() for part in rest.split(","))
    contract = contracts(ruleset).get(word(game))
    if declarer is None:
        reason = WordsReason.WHO
    elif contract is None:
        reason = WordsReason.GAME
    elif not ends or outcome(ends[0]) is None:
        reason = WordsReason.OUTCOME
    else:
        reason = WordsReason.REST
    said = wording.contract(contract or grammar.PLAIN_CONTRACT, ruleset)
    won = wording.OUTCOMES["won"]
    return Refusal(reason, like=f"{names[declarer or 0]}: {said}, {won}")


def _is_prose(text: str) -> bool:
    return len(text.split()) > 1 and _LETTERS.search(text) is not None


def _told(end: str) -> str | None:
    """Return the keys of what is said of a game behind how it went: a tout, or the tricks."""
    tout = _worded(wording.TOUTS).get(word(end))
    if tout is not None:
        return next(keys for keys, state in grammar.TOUTS.items() if state == tout)
    if not _TRICKS.fullmatch(end):
        return None
    counted = "".join(filter(str.isdigit, end))
    return counted[:-1] or counted  # of several the last has the rest, which is no key
