"""The order of names, which no database sorts alike: a to z, then æ, ø and å, and þ last."""

import unicodedata

_PLACE = {"æ": "{a", "ä": "{a", "ø": "{b", "ö": "{b", "å": "{c", "þ": "{d", "ð": "d"}


def danish_key(text: str) -> str:
    """A key that sorts names as a Danish list does.

    ``aa`` counts as ``å`` and other accents do not count, as Retskrivningsordbogen sorts.

    >>> sorted(["Åse", "Zita", "Øjvind", "Ægir", "anna", "Aage", "Élise"], key=danish_key)
    ['anna', 'Élise', 'Zita', 'Ægir', 'Øjvind', 'Aage', 'Åse']
    """
    composed = unicodedata.normalize("NFC", text).casefold().replace("aa", "å")
    return "".join(_PLACE.get(letter) or _bare(letter) for letter in composed)


def _bare(letter: str) -> str:
    return unicodedata.normalize("NFD", letter)[0]
