"""Lets every text of the program be said in a club's own words, in whichever language is active.

The words are a matter of their own beside the language: a paper for a Danish event made while an
English page is asked for is in the same club's words. Nothing but a translation passes here, before
anything is filled in: a name, a note or whatever else somebody wrote stays as it is.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from typing import Any, Final, TypeAlias

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.translation import trans_real

from lhombre_club.club_words.choices import BY_KEY

Chosen: TypeAlias = tuple[tuple[str, str], ...]
"""Keys of words with what is chosen of each, in a fixed order; the usual words are not named."""
MOST_TEXTS: Final = 8192
"""Texts that are kept as they are said: those of the program in three or four clubs' words."""
CONTEXT: Final = "\x04"
"""Stands between the context of a text and the text itself, as gettext has it."""
LEFT_ALONE: Final = r"%\(\w+\)|\{[^{}]*\}|<[^<>]*>"
"""What is filled in later, and markup."""

_now: ContextVar[Chosen] = ContextVar("club_words", default=())


def chosen(words: Mapping[str, str]) -> Chosen:
    """Return what a club has chosen, without the usual words and what is not known any more."""
    known = words.items()
    return tuple(sorted((k, said) for k, said in known if k in BY_KEY and said in BY_KEY[k].others))


def speak(words: Mapping[str, str]) -> None:
    """Say everything in these words from now on, until the request or ``spoken`` is over."""
    _now.set(_heard(chosen(words)))


@contextmanager
def spoken(words: Mapping[str, str] | Chosen) -> Iterator[None]:
    """Say everything inside in these words, and afterwards whatever was said before."""
    before = _now.set(_heard(chosen(dict(words))))
    try:
        yield
    finally:
        _now.reset(before)


@contextmanager
def as_stored() -> Iterator[None]:
    """Say everything inside as clubs keep it: in their language and the usual words.

    What is stored is read by everybody, whatever the one who had it stored reads in.
    """
    with translation.override(settings.LANGUAGE_CODE), spoken({}):
        yield


def now() -> Chosen:
    """Return the words in which everything is said now."""
    return _now.get()


def tongue() -> str:
    """Return the language and the words that are active: what a kept page has to agree in."""
    return "".join([str(translation.get_language()), *(f"+{k}.{said}" for k, said in now())])


class ClubWordsMiddleware:
    """Every request begins and ends in the usual words, whatever happens in it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Stand before ``get_response``."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Hand the request on; a view speaks as soon as it knows whose page it is."""
        with spoken({}):
            return self.get_response(request)


def _heard(words: Chosen) -> Chosen:
    """Return the words, once the catalogue of each language asks for them.

    Django has no place for this. That its ``catalog()`` is the very object which answers for a
    language until the process ends, through ``gettext`` and ``ngettext`` as Python's own does, is
    nowhere promised, and known here alone; ``test_speaking`` fails where it is no longer so.
    """
    if words:
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                _teach(trans_real.catalog(), language)
    return words


def _teach(catalogue: Any, language: str) -> None:
    """Let a catalogue answer in the words that are active; done twice it is the same as once."""
    kind = type(catalogue)

    def gettext(message: str) -> str:
        return _said(kind.gettext(catalogue, message), language)

    def ngettext(one: str, many: str, number: int) -> str:
        return _said(kind.ngettext(catalogue, one, many, number), language)

    catalogue.gettext, catalogue.ngettext = gettext, ngettext


def _said(text: str, language: str) -> str:
    words = _now.get()
    return in_words(text, language, words) if words else text


@lru_cache(MOST_TEXTS)
def in_words(text: str, language: str, words: Chosen) -> str:
    """Return a text of the program in a club's words.

    >>> in_words("Spilførerens %(tout)s", "da", (("declarer", "melder"),))
    'Melderens %(tout)s'
    """
    pattern, forms = _forms(language, words)

    def other(found: re.Match[str]) -> str:
        usual = found["word"]
        if usual is None:
            return found[0]
        said = forms[usual.casefold()]
        return said[0].upper() + said[1:] if usual[0].isupper() else said

    # A text that is not translated comes back with its context, which Django takes for a miss.
    return pattern.sub(other, text.rpartition(CONTEXT)[2])


@cache
def _forms(language: str, words: Chosen) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return what to look for, and what stands there instead, by the usual form."""
    found: dict[str, str] = {}
    for key, said in words:
        word = BY_KEY[key]
        usual, other = word.usual[language].split(), word.forms(said)[language].split()
        found.update(zip(usual, other, strict=True))
    longest_first = "|".join(sorted(map(re.escape, found), key=len, reverse=True))
    pattern = rf"{LEFT_ALONE}|\b(?P<word>{longest_first})\b"
    return re.compile(pattern, re.IGNORECASE), found
