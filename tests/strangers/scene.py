"""A club with something of everything, another club, and all who have no business with it.

Whatever is for nobody but its directors holds ``SECRET``, and whatever everybody may read of an
event holds ``PUBLIC``, so that an answer tells by a word whose it was.
"""

import datetime as dt
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from lhombre_club.members.logins.sessions import SessionStore
from lhombre_club.members.models import (
    Club,
    ClubRole,
    Membership,
    OfficeLink,
    OwnField,
    Passkey,
    Person,
    ShownAs,
    User,
)
from lhombre_club.printing.models import Job
from rules import RULESETS
from tests import make
from tests.tournaments.cash import books
from tests.tournaments.papers.documents.scene import with_folders
from tournaments.book.begun import CLUB_NIGHT
from tournaments.book.changes import Change
from tournaments.book.corrections import correct
from tournaments.book.results import NewResult
from tournaments.club.domain import keep_own_rules
from tournaments.entry.domain.links import Origin, admit, issue_link, open_link
from tournaments.entry.domain.tray import Sent, Why, receive
from tournaments.events.domain.season_draws import draw_season
from tournaments.models import (
    ClubPreset,
    EntryLink,
    Event,
    Honour,
    Letter,
    Merge,
    Participant,
    Payment,
    PenaltyReason,
    PlannedEvening,
    Protest,
    Round,
    Season,
    SideBonus,
    Table,
    TableEntry,
    Waiver,
)
from tournaments.money.domain import settle_up
from tournaments.penalties.domain.penalties import Penalty, penalise
from tournaments.review.domain import flags, photos
from tournaments.review.domain.protests import protest
from tournaments.review.views import protesting
from tournaments.standings.domain import SeasonSettings, make_season
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches
from tournaments.teams.domain.teams import make_team_event

SECRET, PUBLIC = "zqsecret", "zqpublic"
ACTOR = "system:test"
SOLO = {"declarer": 1, "contract": "solo", "outcome": "won"}
KINDS = (
    *("anonymous", "device of another table", "device of another club", "closed link"),
    *("expired link", "who has shown a sheet", "user of no club", "director of another club"),
    "former director",
)
"""Who has no business at the first table of the club's event."""


def settings_for(folder: Path) -> dict[str, object]:
    """The settings under which every address has something to show."""
    contact = "mailto:post@club.example"
    return {"PHOTOS_DIR": folder, "PAPERS_DIR": folder, "SECURITY_CONTACT": contact}


@dataclass(frozen=True)
class Scene:
    """What there is, and who asks."""

    club: Club
    event: Event
    table: Table
    rows: Mapping[str, Any]
    """By the beginning of an address, the row whose key comes next in it; or by a name."""
    strangers: Mapping[str, Client]
    user: User
    """The club's director."""
    director: Client
    device: Client
    """That of the table."""
    kept: Mapping[int, dict[str, str]]
    """By ``id`` of a client its cookies at first."""

    def fresh(self, client: Client) -> Client:
        """Return the client as it came."""
        client.cookies = SimpleCookie(self.kept[id(client)])
        return client


def made(folder: Path) -> Scene:
    """Make it in the database, under the settings for ``folder``."""
    club, other = make.make_club("Klub Zq"), make.make_club("Klub Basta")
    event, table, league = _evening(club)
    foreign = Table.objects.get(round__event=make.make_released_event(other, tables=1))
    rows = {**_of_event(event, table), **_of_club(club), **_papers(event, folder)}
    rows |= {"league": league, "league round": league.rounds.all()[0]}
    rows |= {"foreign": foreign, "club": club, "clubs": club, "p": rows["participant"].person}
    another = Table.objects.get(round__event=event, number=2)
    former = make.make_director(club, "former")
    visitors = {
        "anonymous": Client(),
        "device of another table": _by_link(another),
        "device of another club": _by_link(foreign),
        "closed link": _by_link(table),
        "expired link": _by_link(table),
        "who has shown a sheet": _by_sheet(table),
        "user of no club": _logged_in(make.make_user("nobody")),
        "director of another club": _logged_in(make.make_director(other, "other")),
        "former director": _logged_in(former),
    }
    former.club_roles.all().delete()
    EntryLink.objects.filter(table=table).delete()
    device = _with_links(visitors, table)
    user = make.make_director(club)
    director = _logged_in(user)
    everybody = (*visitors.values(), director, device)
    kept = {id(each): {n: m.value for n, m in each.cookies.items()} for each in everybody}
    return Scene(club, event, table, rows, visitors, user, director, device, kept)


def _evening(club: Club) -> tuple[Event, Table, Event]:
    season = Season.objects.create(club=club, name=f"{PUBLIC} vinter")
    event = make.make_released_event(
        club, tables=2, deals=8, season=season, unit=Decimal(1), verification="confirmed"
    )
    people = Person.objects.filter(memberships__club=club)
    league = make_team_event(
        club=club,
        name=f"{PUBLIC} makker",
        date=make.EVENING,
        people=list(people[:6]),
        actor=ACTOR,
        preset=replace(CLUB_NIGHT, kind="pairs", deals=4),
    )
    draw_matches(event=league, settings=LeagueSettings(), actor=ACTOR)
    people.update(last_name=SECRET, email=f"{SECRET}@club.example", phone=SECRET)
    people.update(display_name=f"{PUBLIC} spiller", shown_as=ShownAs.PSEUDONYM)
    Membership.objects.filter(club=club, person=people[0]).update(number=SECRET)
    for each in Participant.objects.filter(event__club=club):
        Participant.objects.filter(pk=each.pk).update(name=f"{PUBLIC} {each.number}")
    Event.objects.filter(pk=event.pk).update(name=f"{PUBLIC} aften")
    event = with_folders(event)
    table = Table.objects.select_related("round__event").get(round__event=event, number=1)
    return event, table, league


def _of_event(event: Event, table: Table) -> dict[str, Any]:
    make.enter(table, 1, SOLO)
    fine = Penalty(id=uuid.uuid4(), seat=1, points=1, reason=SECRET, deal=1)
    penalise(table=table, penalty=fine, actor=ACTOR)
    change = Change(table, 1, 1, {**SOLO, "outcome": "bet"})
    correction = correct(event=event, changes=[change], reason=SECRET, actor=ACTOR)
    settle_up(scope=event, actor=ACTOR)
    player = Participant.objects.filter(seats__table=table)[0]
    sent = Sent(NewResult(id=uuid.uuid4(), deal=1, base=0, record=None), {"line": "2+"})
    receive(origin=Origin.of(table), sent=sent, why=Why.PROVISIONAL, actor="device:phone")
    photo = make.make_photo(table, 1)
    photos.file_of(photo).parent.mkdir(parents=True, exist_ok=True)
    photos.file_of(photo).write_bytes(SECRET.encode())
    return {
        "protests": _protest(table, player),
        "events": event,
        "s": event,
        "tables": table,
        "rounds": table.round,
        "seasons": event.season,
        "season": event.season,
        "participant": player,
        "players": player,
        "lock": table,
        "payments": Payment.objects.all()[0],
        "photos": photo,
        "flags": flags.raise_flag(table=table, deal=1, words=SECRET, actor=ACTOR),
        "corrections": correction,
        "entries": TableEntry.objects.get(),
        "bonuses": SideBonus.objects.create(
            event=event, winner=player, each=2, reason=f"{PUBLIC} ni", round=1
        ),
        "tray": event.tray.all()[0],
    }


def _protest(table: Table, player: Participant) -> Protest:
    """A protest, which only a provisional round takes; afterwards its table is written on again."""
    Round.objects.filter(pk=table.round_id).update(
        state=Round.State.PROVISIONAL, provisional_at=timezone.now()
    )
    at = Table.objects.select_related("round__event").get(pk=table.pk)
    made = protest(table=at, participant=player, words=SECRET, actor=ACTOR)
    Round.objects.filter(pk=table.round_id).update(state=Round.State.RELEASED, provisional_at=None)
    return made


def _of_club(club: Club) -> dict[str, Any]:
    plan = SeasonSettings(name=f"{PUBLIC} sommer", planned=7)
    drawn = make_season(club=club, settings=plan, actor=ACTOR)
    people = [member.person for member in club.memberships.all()[:7]]
    draw_season(season=drawn, people=people, seed=1, actor=ACTOR)
    dlu = RULESETS["dlu"]
    rules = {"ruleset": dlu.to_json(), "ruleset_digest": dlu.digest}
    Event.objects.create(club=club, name=SECRET, date=make.EVENING, seed=1, **rules)
    treasurer = make.make_officer(club, ClubRole.Role.TREASURER, "zqtreasurer")
    return {
        "office": treasurer.club_roles.get(),
        "user of office": treasurer,
        "passkeys": Passkey.objects.create(user=treasurer, name=SECRET, site="localhost"),
        "office link": OfficeLink.objects.create(
            club=club,
            role=ClubRole.Role.SECRETARY,
            digest=SECRET,
            made_by=ACTOR,
            expires_at=timezone.now() + dt.timedelta(days=1),
        ),
        **_cash(club),
        "own rules": keep_own_rules(
            club=club,
            base=dlu,
            rules=replace(dlu, tout_value=dlu.tout_value + 1),
            name=f"{'Aften' * 8} {SECRET}",  # longer than what its address says of it
            seen=None,
            actor=ACTOR,
        ),
        "drawn season": drawn,
        "calendar": PlannedEvening.objects.create(club=club, name=PUBLIC, date=make.EVENING),
        "fields": OwnField.objects.create(club=club, label="Rejser", kind="text"),
        "honours": Honour.objects.create(club=club, year=1998, title=PUBLIC, name="Agnes"),
        "members": people[0],
        "merge": _merged(club, people[0]),
        "presets": ClubPreset.objects.create(
            club=club, name=SECRET, rules="dlu", accounting="rasle", deals=8, rounds=1
        ),
        "penalties": PenaltyReason.objects.create(club=club, text=SECRET, points=1),
    }


def _merged(club: Club, person: Person) -> Merge:
    """That somebody was entered twice, and is one member now."""
    gone = [{"model": "members.membership", "pk": str(uuid.uuid4()), "fields": {"number": ""}}]
    words = {"name": SECRET, "gone": gone, "moved": [], "made": [], "lacked": {}, "actor": ACTOR}
    return Merge.objects.create(club=club, person=person, **words, at=timezone.now())


def _cash(club: Club) -> dict[str, Any]:
    """An open book, with all that a club books; every row of it tells something secret."""
    accounts = books.everything(club, SECRET)
    return {
        "accounts": accounts["cash"],
        "vouchers": club.vouchers.filter(receipts__isnull=False)[0],
        "receipts": club.receipts.all()[0],
        "dues": club.halves.all()[0],
        "waivers": Waiver.objects.get(half__club=club),
        **_letters(club),
    }


def _letters(club: Club) -> dict[str, Any]:
    """A letter that was sent; it is known by its own key and by that of its batch."""
    words = {"subject": SECRET, "text": SECRET, "about": "2026-11-21", "kind": "reminder"}
    person = Person.objects.filter(memberships__club=club)[0]
    sent = {"state": Letter.State.SENT, "email": f"{SECRET}@club.example", "actor": ACTOR}
    key = uuid.uuid4()
    row = Letter.objects.create(id=key, batch=key, club=club, person=person, **words, **sent)
    return {"letters": row, "letter batch": row}


def _papers(event: Event, folder: Path) -> dict[str, Any]:
    (folder / "made.pdf").write_bytes(SECRET.encode())
    job = Job.objects.create(
        kind="standings",
        params={"event": str(event.pk)},
        title=SECRET,
        state=Job.State.DONE,
        file_name="made.pdf",
        actor=ACTOR,
    )
    return {"papers": job, "batch": job}


def token_of(table: Table) -> str:
    """Return what the address of a table's link ends with."""
    return issue_link(table).rstrip("/").rpartition("/")[2]


def _logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def _by_sheet(table: Table) -> Client:
    """A client that may protest at ``table``, since it has typed the code on its sheet."""
    client, session = Client(), SessionStore()
    protesting.learn(session, table)
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
    return client


def _by_link(table: Table) -> Client:
    """A client that came by the link of ``table``."""
    client, request = Client(), HttpRequest()
    request.session = SessionStore()
    admit(request, open_link(token_of(table)))
    request.session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = str(request.session.session_key)
    return client


def _with_links(visitors: dict[str, Client], table: Table) -> Client:
    """Let two of the visitors have had a link to the table, and return a client that has one."""
    for name, ended in (("closed link", "revoked_at"), ("expired link", "expires_at")):
        visitors[name] = _by_link(table)
        # Another is made for the next: a living link would be handed out again.
        now = timezone.now()
        EntryLink.objects.filter(table=table, revoked_at=None, expires_at__gt=now).update(
            **{ended: now}
        )
    return _by_link(table)
