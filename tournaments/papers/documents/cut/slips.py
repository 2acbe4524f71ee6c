"""Seat slips: each player's own way through the evening, and the code to his own page."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.alphabet import danish_key
from lhombre_club.visitors import open_only_here
from tournaments.models import Participant
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
Stop: TypeAlias = tuple[str, str, str]
"""A round, the table and the seat there."""
MOST_IN_A_QUARTER = 6
"""Rounds that a quarter of A4 has room for; more take all of it."""


@dataclass(frozen=True, slots=True)
class Slip:
    """What one player takes with him."""

    name: str
    size: str
    of: str
    """His number in the draw, that he came after it, or for whom he plays."""
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
    helping: dict[tuple[UUID | None, int], Place] = {
        (each.helper, each.round): each for each in found if each.helper
    }
    cut = _cut(len(rounds), about.options)
    late = in_no_draw(about.event)
    made = []
    for player in about.event.participants.playing():
        there = own.get(player.pk, {})
        idle = gettext("sits out") if player.takes_turns else gettext("plays only for others")
        stops = [
            _stop(number, there.get(number), helping.get((player.person_id, number)), idle)
            for number in rounds
            if player.plays_in(number)
        ]
        made.append(_slip(player, player.name, _of(player, late), stops))
        made += _of_substitutes(player, there.values())
    made.sort(key=lambda slip: danish_key(slip.name))
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


def _of(player: Participant, late: Collection[int]) -> str:
    words = {"number": player.number}
    if player.number in late:
        return gettext("Start no. %(number)s, came after the draw") % words
    return gettext("Start no. %(number)s") % words


def _stop(number: int, place: Place | None, helping: Place | None, idle: str) -> Stop:
    """Return where a player goes; where he is ``helping`` somebody, the slip of that says where."""
    round_ = gettext("Round %(number)d") % {"number": number}
    if place is None and helping:
        whose = short(helping.sitter.player)
        return round_, gettext("plays for %(name)s") % {"name": whose}, ""
    if place is None:
        return round_, idle, ""
    if place.sitter.is_substituted(1):
        return round_, gettext("a substitute plays"), ""
    return _seat(place)


def _seat(place: Place) -> Stop:
    round_ = gettext("Round %(number)d") % {"number": place.round}
    table = gettext("Table %(number)d") % {"number": place.table}
    return round_, table, wording.seat_name(place.seat)


def _of_substitutes(player: Participant, there: Collection[Place]) -> list[Slip]:
    """Return a slip for each who plays in the player's place, with the rounds of that."""
    names = dict.fromkeys(each.sitter.substitute for each in there if each.sitter.substitute)
    helped = {name: [each for each in there if each.sitter.substitute == name] for name in names}
    return [
        _slip(player, name, _in_place_of(some[0]), list(map(_seat, some)))
        for name, some in helped.items()
    ]


def _in_place_of(place: Place) -> str:
    words = {"name": short(place.sitter.player), "deal": place.sitter.since}
    if place.sitter.comes_late:
        return gettext("Plays for %(name)s from deal %(deal)d") % words
    return gettext("Plays for %(name)s") % words


def _slip(player: Participant, name: str, of: str, stops: Sequence[Stop]) -> Slip:
    """Return a slip with the code to the page of whose place it is."""
    page = reverse("tournaments:public-player", args=[player.event_id, player.pk])
    rounds, tables, seats = zip(*stops, strict=True) if stops else ((), (), ())
    return Slip(
        name=short(name),
        size=fitting(name),
        of=of,
        rounds="\n".join(rounds),
        tables="\n".join(tables),
        seats="\n".join(seats),
        code=drawing.qr_code(f"{settings.PUBLIC_URL}{page}"),
    )


SEAT_SLIPS = Document(
    kind="seat-slips",
    title=_("Seat slips"),
    template="slips.html",
    shelf=Shelf.BEFORE,
    values=values,
    options=SIZES,
)
