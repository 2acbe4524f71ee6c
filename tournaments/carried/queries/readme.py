"""What a file says of itself to whoever finds it without this program."""

from collections.abc import Mapping
from typing import Final

_BOTH: Final = """
Every part is JSON in UTF-8: a list, with a row on each line. schema.json is the JSON Schema of all
of them. manifest.json says when and for whom the file was made, and of each part how many rows
and bytes it has and its SHA-256. signature.json has the SHA-256 of manifest.json itself.

Ids are UUIDs and lead from part to part: the column "table" of a result is the "id" of a table.
Moments are in UTC, to the microsecond. Amounts of money are texts. Seats are counted from 0 in
playing order: North, West, South, East. null is nothing.

It holds names of people. It holds no passwords, no log-ins and no secret of any link.

The whole description is docs/event-file.md of the program.
"""
README_OF: Final[Mapping[str, str]] = {
    "event": "An event of a L'hombre club: who played, every deal as it was entered and corrected,"
    "\nthe account, the money, and everything that was done.\n"
    + _BOTH
    + """
Where to begin: event.json (name, date, rules), participants.json, seats.json, results.json. Of a
deal the result with the highest number counts; its record says what was played (docs/record.md),
and totals.json what each seat came to.
""",
    "club": "A L'hombre club: its members, seasons, calendar, rules, board of honour and cash\n"
    "book, and every event as a file of its own in the folder events.\n" + _BOTH,
}
