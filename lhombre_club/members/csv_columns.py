"""The words that lists of members use: names of columns and of what a member is."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from lhombre_club.members.csv_file import DELIMITERS, Row, UnreadableFileError, rows
from lhombre_club.members.details import Status

# Letters and digits only, in lower case: "E-mail", "e mail" and "Email:" are one word.
_COLUMN_WORDS = {
    "number": "number no nr nummer medlemsnr medlemsnummer memberno membernumber medlnr",
    "first_name": "firstname fornavn fornavne givenname forename",
    "last_name": "lastname surname efternavn familyname",
    "name": "name navn fullname fuldenavn medlem member medlemsnavn",
    "display_name": "displayname publicname visningsnavn vistnavn kaldenavn nameshowninpublic",
    "email": "email mail emailaddress emailadresse mailadresse epost",
    "phone": "phone telephone phonenumber mobile telefon telefonnummer telefonnr tlf tlfnr mobil"
    " mobilnummer mobilnr",
    "status": "status medlemsstatus medlemstype type category kategori membership",
}
_STATUS_WORDS = {
    Status.ACTIVE: "active aktiv aktivt aktivmedlem aktivtmedlem activemember",
    Status.PASSIVE: "passive passiv passivt passivmedlem passivtmedlem passivemember",
    Status.HONORARY: "honorary honorarymember æresmedlem æres aeresmedlem hædersmedlem",
    Status.GUEST: "guest gæst gaest prøvemedlem",
}
COLUMNS = {word: column for column, words in _COLUMN_WORDS.items() for word in words.split()}
STATUSES = {word: status for status, words in _STATUS_WORDS.items() for word in words.split()}


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file that was understood: which cell is which column, and the rows below the header."""

    columns: tuple[str, ...]  # per cell; empty where the column is not ours
    ignored: tuple[str, ...]
    rows: tuple[Row, ...]


def word(text: str) -> str:
    """Letters and digits of ``text`` in lower case.

    >>> word(" E-mail: ")
    'email'
    """
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def read_sheet(text: str) -> Sheet:
    """The rows of a list of members, by the delimiter under which its header is best known.

    Raises:
        UnreadableFileError: there is no such header, or a column is there twice.
    """
    header, below = max((_split(text, delimiter) for delimiter in DELIMITERS), key=_known)
    columns = tuple(COLUMNS.get(word(cell), "") for cell in header)
    _refuse_header(header, columns)
    ignored = tuple(
        cell.strip() or _("column %(number)d") % {"number": place}
        for place, (cell, column) in enumerate(zip(header, columns, strict=True), start=1)
        if not column and (cell.strip() or _used(below, place - 1))
    )
    return Sheet(columns, ignored, tuple(below))


def _split(text: str, delimiter: str) -> tuple[tuple[str, ...], list[Row]]:
    found = rows(text, delimiter)
    return (found[0].cells, found[1:]) if found else ((), [])


def _known(split: tuple[tuple[str, ...], list[Row]]) -> int:
    return sum(word(cell) in COLUMNS for cell in split[0])


def _used(below: list[Row], place: int) -> bool:
    return any(place < len(row.cells) and row.cells[place].strip() for row in below)


def _refuse_header(header: tuple[str, ...], columns: tuple[str, ...]) -> None:
    if not {"first_name", "name"} & set(columns):
        raise UnreadableFileError(
            _(
                "The first line must name the columns, and one of them must be the name: "
                "for instance number;first name;last name;e-mail;phone;status."
            )
        )
    if {"first_name", "name"} <= set(columns):
        raise UnreadableFileError(
            _("The first line has both “name” and “first name”: keep one of them.")
        )
    for column in columns:
        if column and columns.count(column) > 1:
            said = ", ".join(
                cell.strip() for cell, known in zip(header, columns, strict=True) if known == column
            )
            raise UnreadableFileError(
                _("The first line names the same column twice: %(column)s.") % {"column": said}
            )
