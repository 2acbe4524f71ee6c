"""Seat slips: each player's own way through the evening, and the code to his own page."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.alphabet import danish_key
from lhombre_club.visitors import open_only_here
from tournaments.models import Event, Participant
from tournaments.papers.documents.cut.cutting import Cut, fitting, on, pages
from tournaments.papers.documents.document import (
    SIZES,
    About,
    Document,
    Option,
    Options,
    Shelf,
    Values,
)
from tournaments.papers.queries.drawn import in_no_draw
from tournaments.papers.queries.places import Place, by_participant, places
from tournaments.papers.score_sheet import drawing
from tournaments.words import wording
from tournaments.words.figures import short

HALVES = Cut(columns=1, rows=2)
QUARTERS = Cut(columns=2, rows=2)
WHOLE = Cut(columns=1, rows=1)
MOST_IN_A_QUARTER = 6
"""Rounds that a quarter of A4 has room for; more take all of it."""


@dataclass(frozen=True, slots=True)
class Slip:
    """What one player takes with him."""

    name: str
    size: str
    number: int | None
    """In the draw; None: he came after it."""
    rounds: str
    """A line for each round; so with ``tables`` and ``seats``, since a cell for each is slow."""
    tables: str
    seats: str
    code: drawing.Code

    @property
    def stops(self) -> list[tuple[str, str, str]]:
        """The same line by line, for who has it read aloud."""
        columns = (each.split("\n") for each in (self.rounds, self.tables, self.seats))
        return list(zip(*columns, strict=True))


def values(about: About) -> Values:
    """Return the slips in Danish order, with the rounds that are released."""
    found = places(about.event)
    rounds = sorted({place.round for place in found})
    own = by_participant(found)
    cut = _cut(len(rounds), about.options)
    players = sorted(about.event.participants.playing(), key=lambda player: danish_key(player.name))
    late = in_no_draw(about.event)
    made = [_slip(about.event, player, rounds, own.get(player.pk, {}), late) for player in players]
    return {
        "cut": cut,
        "pages": pages(made, cut),
        "open_only_here": open_only_here(),
    }


def _cut(rounds: int, options: Options) -> Cut:
    """Return how large a slip is; one of many rounds is a page of A4 on any paper."""
    if rounds > MOST_IN_A_QUARTER:
        return WHOLE
    return on(HALVES if Option.LARGE in options else QUARTERS, a5=Option.A5 in options)


def _slip(
    event: Event,
    player: Participant,
    rounds: list[int],
    own: Mapping[int, Place],
    late: Collection[int],
) -> Slip:
    page = reverse("tournaments:public-player", args=[event.pk, player.pk])
    played = [number for number in rounds if player.plays_in(number)]
    stops = [own.get(number) for number in played]
    return Slip(
        name=short(player.name),
        size=fitting(player.name),
        number=None if player.number in late else player.number,
        rounds="\n".join(gettext("Round %(number)d") % {"number": number} for number in played),
        tables="\n".join(_table(stop) for stop in stops),
        seats="\n".join(wording.seat_name(stop.seat) if stop else "" for stop in stops),
        code=drawing.qr_code(f"{settings.PUBLIC_URL}{page}"),
    )


def _table(stop: Place | None) -> str:
    if stop is None:
        return gettext("sits out")
    return gettext("Table %(number)d") % {"number": stop.table}


SEAT_SLIPS = Document(
    kind="seat-slips",
    title=_("Seat slips"),
    template="slips.html",
    shelf=Shelf.BEFORE,
    values=values,
    options=SIZES,
)
