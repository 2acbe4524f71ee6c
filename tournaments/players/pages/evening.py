"""What a player's page says at once: how he stands, where he sits, what was best and worst."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules import Outcome
from tournaments.book.accounts import Frame
from tournaments.models import Participant, Round
from tournaments.players.queries.opponents import Between
from tournaments.sheets.explaining import OwnStep
from tournaments.sheets.hands import Sitting
from tournaments.standings.pages.standings import points_of, rank
from tournaments.standings.queries.standings import Row, Standings
from tournaments.words import wording
from tournaments.words.figures import in_runs, ordinal, short, short_pair, signed

BESIDE = 1
"""So many neighbours stand on either side."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A line of the standings around him."""

    place: str
    key: str
    name: str
    points: str
    is_he: bool


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that is pointed out."""

    title: str
    points: str
    round: int
    step: OwnStep


@dataclass(frozen=True, slots=True)
class Opponent:
    """One whom he has paid most, or who has paid him most."""

    title: str
    points: str
    name: str
    says: str
    """What the player of the page paid and received, and nobody else."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where he sits in a round."""

    round: int
    table: int
    seat: str
    others: str
    """Who sits there with him, each with the seat."""
    out: str
    """The deals in which he is dealt no cards; empty where there are none, or the round is over."""


def answer(standings: Standings, player: Participant) -> tuple[str, list[str]]:
    """Return how a player stands: his place, and then the games he played as declarer."""
    row = next((row for row in standings.rows if row.participant == player.pk), None)
    if row is None:
        return "", []
    won = ngettext("%(games)d game won", "%(games)d games won", row.won) % {"games": row.won}
    kodille = f"{row.kodille} {wording.OUTCOMES[Outcome.KODILLE]}"
    return _place(row, standings.rows), [won, kodille]


def of_team(standings: Standings, player: Participant) -> str:
    """Return how his pair or team stands; empty where he plays for himself."""
    rows = standings.team_divisions.get(player.team.division if player.team else "")
    rows = rows or standings.teams
    row = next((row for row in rows if row.participant == player.team_id), None)
    if row is None:
        return ""
    facts = {"team": short_pair(row.name), "place": _place(row, rows), "points": points_of(row)}
    return _("%(team)s: %(place)s, %(points)s") % facts


def _place(row: Row, rows: Sequence[Row]) -> str:
    if row.place is None:
        return _("not placed yet")
    placed = sum(each.place is not None for each in rows)
    facts = {"place": ordinal(row.place), "of": placed}
    if placed < len(rows):
        says = _("shared %(place)s of the %(of)d who have a place")
        return (says if row.shared else _("%(place)s of the %(of)d who have a place")) % facts
    if row.shared:
        return _("shared %(place)s of %(of)d") % facts
    return _("%(place)s of %(of)d") % facts


def neighbours(standings: Standings, player: Participant) -> list[Neighbour]:
    """Return who stands just before him and just behind, and himself; three where there are."""
    rows = standings.rows
    own = next((at for at, row in enumerate(rows) if row.participant == player.pk), None)
    if own is None:
        return []
    first = max(0, min(own - BESIDE, len(rows) - 2 * BESIDE - 1))
    return [
        Neighbour(
            rank(row), str(row.participant), short(row.name), points_of(row), row is rows[own]
        )
        for row in rows[first : first + 2 * BESIDE + 1]
    ]


def best_and_worst(played: Iterable[tuple[int, Sequence[OwnStep]]]) -> list[Deal]:
    """Return the deals that brought and cost him most, the first of equals; by round, his lines.

    What filled the pot before a deal is no part of what it brought.
    """
    every = [(number, step) for number, steps in played for step in steps if step.of_deal]
    if not every:
        return []
    best = max(every, key=lambda each: each[1].brought)
    worst = min(every, key=lambda each: each[1].brought)
    found = []
    if best[1].brought > 0:
        title = _("Best deal, antes aside") if best[1].is_anted else _("Best deal")
        found.append(Deal(title, signed(best[1].brought), *best))
    if worst[1].brought < 0:
        title = _("Worst deal, antes aside") if worst[1].is_anted else _("Worst deal")
        found.append(Deal(title, signed(worst[1].brought), *worst))
    return found


def lost_and_won(between: Sequence[Between]) -> list[Opponent]:
    """Return to whom he has lost most and from whom he has won most, all deals together.

    Those who tie are all named.
    """
    nets = [each.net for each in between]
    lost, won = min(nets, default=0), max(nets, default=0)
    return [
        *(_opponent(_("Most lost to"), each) for each in between if each.net == lost < 0),
        *(_opponent(_("Most won from"), each) for each in between if each.net == won > 0),
    ]


def _opponent(title: str, who: Between) -> Opponent:
    says = _("%(paid)d paid, %(got)d received") % {"paid": who.paid, "got": who.got}
    return Opponent(title, signed(who.net), short(who.name), says)


def place_of(sitting: Sitting) -> Place:
    """Return where he sits, with whom, and in which deals he is dealt no cards."""
    table = sitting.sheet.table
    frame = Frame.of(table, players=sitting.sheet.players)
    to_come = frame.deals if table.round.state == Round.State.RELEASED else 0
    out = [deal for deal in range(1, to_come + 1) if sitting.seat in frame.sitters(deal)]
    others = [
        f"{short(name)} ({wording.seat_name(seat)})"
        for seat, name in enumerate(sitting.sheet.names)
        if seat != sitting.seat
    ]
    return Place(
        round=table.round.number,
        table=table.number,
        seat=wording.seat_name(sitting.seat),
        others=", ".join(others),
        out=in_runs(out),
    )


def place_now(sittings: Iterable[Sitting]) -> Place | None:
    """Return where he sits in the round that is played now; None: in no such round.

    Nor where a substitute has his chair from the next deal on.
    """
    for sitting in sittings:
        sheet = sitting.sheet
        is_played = sheet.table.round.state == Round.State.RELEASED
        is_his = not sitting.substitute or sheet.entered + 1 < sitting.since
        if is_played and is_his and sheet.entered < len(sheet.lines):
            return place_of(sitting)
    return None
