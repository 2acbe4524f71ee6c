"""What a club does again and again in a year, by its pages, and the sums kept beside them."""

import datetime as dt
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.core import mail
from django.test import Client

from lhombre_club.members.models import Club
from tests import make
from tests.members.pages import Person, at, text_of
from tournaments.models import Event, Table
from tournaments.tasks import send_letters

HERE = ZoneInfo("Europe/Copenhagen")
OWNER = "anna"
DEALS = 4
FEE, STAKE = 20, 30
NAMES = (
    *("Agnes Bak", "Bent Dahl", "Carl Egede", "Dorte Friis", "Erik Gram", "Frida Holm"),
    *("Gerda Iversen", "Hans Juul", "Inger Krag", "Jens Lund"),
)
LIST = "\n".join(
    [
        "nr;navn;e-mail;status;husstand",
        *(
            f"{number};{name};{name.split()[0].lower()}@klub.example;"
            f"{'passiv' if number == 10 else 'aktiv'};{'Skovvej' if number < 3 else ''}"
            for number, name in enumerate(NAMES, 1)
        ),
    ]
)


@dataclass
class Year:
    """The club's owner, the clock, and what should come of it all."""

    owner: Person
    clock: Any
    box: int = 0
    """Kroner that should lie in the cash box."""
    bank: int = 0
    came: Counter[str] = field(default_factory=Counter)
    """How often each was here."""
    points: Counter[str] = field(default_factory=Counter)
    """Of the deals, by name, over the season."""
    chance: random.Random = field(default_factory=lambda: random.Random(7))  # noqa: S311 -- a game

    def on(self, day: dt.date, hour: int = 19) -> None:
        """Let it be a day, on which the owner logs in."""
        self.clock.move_to(dt.datetime(day.year, day.month, day.day, hour, tzinfo=HERE))
        self.owner.client.cookies.clear()
        said = {"username": OWNER, "password": make.PASSWORD}
        self.owner.press("Log in", "members:login", **said)

    def people(self) -> dict[str, str]:
        """The key of each member, by name."""
        page = self.owner.page("members:list")
        links = (each for each in page.iter("a") if "/members/" in each.get("href", ""))
        keys = re.compile(r"/members/([0-9a-f-]{36})/$")
        found = ((text_of(each), keys.search(each.get("href"))) for each in links)
        return {name: match[1] for name, match in found if match}


def link_of(name: str) -> str:
    """The page of a member's own, as it stands in his newest letter."""
    first = name.split(maxsplit=1)[0].lower()
    told = next(each for each in mail.outbox[::-1] if each.to == [f"{first}@klub.example"])
    return str(re.findall(r"/me/[a-z2-7]+/", str(told.body))[0])


def invite_and_hear(year: Year, day: dt.date, comes: tuple[str, ...]) -> None:
    """Write to everybody, and let some say that they come and one that he does not."""
    year.on(day - dt.timedelta(days=4), 12)
    page = year.owner.page("tournaments:letter-write", "invitation", day.isoformat())
    before = len(mail.outbox)
    year.owner.press_on(page, "Send it as shown below")
    send_letters()
    assert len(mail.outbox) - before == len(year.people())
    for name in comes:
        member = Person(Client())
        own = member.page(link_of(name))
        assert "Do you come?" in text_of(own)
        said = member.press_on(own, "I come", date=day.isoformat())
        assert "Your answer is kept" in text_of(said)


def come(year: Year, names: tuple[str, ...]) -> None:
    """Mark who is here: those who said so at once, the others one by one."""
    year.owner.press("Tick all who said they come", "members:tonight")
    keys = year.people()
    for name in names:
        page = year.owner.page("members:tonight")
        if f"mark {name}" not in done_on(page):
            year.owner.client.post("/tonight/mark/", {"here": keys[name]})
    year.came.update(names)


def done_on(page: Any) -> set[str]:
    """Who is marked as here on the page of tonight."""
    marked = (each for each in page.iter("button") if each.get("aria-pressed") == "true")
    return {f"mark {name}" for each in marked for name in NAMES if name in text_of(each)}


def play(year: Year, names: tuple[str, ...], *, rounds: int = 2, until: int = 2) -> Event:
    """Make the evening's event, draw it, play the rounds until one, and close them."""
    page = year.owner.page("tournaments:event-new")
    year.owner.press_on(page, "Draw the seats", rounds=str(rounds), deals=str(DEALS))
    event = Event.objects.order_by("-created_at")[0]
    assert event.participants.count() == len(names)
    for number in range(1, until + 1):
        release(year, event)
        for table in Table.objects.filter(round__event=event, round__number=number):
            enter(year, table)
        if number < rounds or until == rounds:
            year.owner.press("Close the round", "tournaments:event", event.pk)
    return event


def release(year: Year, event: Event) -> None:
    """Release what is drawn, once."""
    page = year.owner.page("tournaments:seating", event.pk)
    if any("Release" in text_of(each) for each in page.iter("button")):
        year.owner.press_on(page, "Release")


def enter(year: Year, table: Table) -> None:
    """Enter the sheet of a table as its page does, and count along."""
    address = f"/api/v1/tables/{table.pk}/"
    for deal in range(1, DEALS + 1):
        out = (deal - 1 + 2) % 4  # who has dealt sits opposite
        declarer = year.chance.choice([seat for seat in range(4) if seat != out])
        outcome = year.chance.choice(["won", "bet"])
        record = {"declarer": declarer, "contract": "spil", "outcome": outcome}
        sent = {"id": str(uuid4()), "deal": deal, "base": 0, "record": record}
        answer = year.owner.client.post(f"{address}results/", sent, "application/json")
        assert answer.status_code in {200, 201}, answer.content
    sheet = year.owner.client.get(address).json()
    names = [seat["name"] for seat in sheet["seats"]]
    for line in sheet["lines"]:
        assert sum(line["changes"]) == 0
        year.points.update(dict(zip(names, line["changes"], strict=True)))
    assert len(sheet["lines"]) == DEALS


def entrance(year: Year, event: Event, payers: int) -> None:
    """Book what came in at the door."""
    page = year.owner.page("tournaments:evening-cash", event.pk)
    year.owner.press_on(
        page, "Book what came in", fee=str(FEE), stake=str(STAKE), payers=str(payers)
    )
    year.box += (FEE + STAKE) * payers


def row_form(page: Any, name: str, button: str) -> Any:
    """The form of the row of a table that names somebody, with that button."""
    row = next(each for each in page.iter("tr") if name in text_of(each))
    return next(form for form in row.iter("form") if button in text_of(form))


def option(select: Any, words: str) -> str:
    """The value of the choice with these words."""
    return str(next(each.get("value") for each in select.iter("option") if words in text_of(each)))


OF_CLUB = ("members:list", "members:standing", "members:came", "members:union")
OF_BOOK = ("cash", "dues", "cash-count", "calendar", "seasons", "honours")
OF_EVENT = ("standings", "evening-cash", "public-standings", "public-figures")
BY_YEAR = ("cash-year", "cash-postings")
OF_MEMBER = ("members:edit", "members:times")
ONCE = re.compile(
    r'name="(?:csrfmiddlewaretoken|once|seen)"\s+value="[^"]*"|"X-CSRFToken": "[^"]*"'
)


def addresses(club: Club) -> list[str]:
    """The pages that say what a club has done."""
    rows: dict[str, Any] = {
        "season": club.seasons,
        "dues-half": club.halves,
        "voucher": club.vouchers,
        "receipt": club.receipts,
        "planned-evening": club.calendar,
        **dict.fromkeys(OF_EVENT, club.events),
    }
    found = [at(name) for name in OF_CLUB]
    found += [at(f"tournaments:{name}") for name in OF_BOOK]
    found += [
        at(f"tournaments:{name}", row.pk) for name, some in rows.items() for row in some.all()
    ]
    found += [at(f"tournaments:{name}", y) for y in (2026, 2027) for name in BY_YEAR]
    found += [at(name, row.person_id) for row in club.memberships.all() for name in OF_MEMBER]
    found += [at("tournaments:public-years", club.pk), at("tournaments:public-calendar", club.pk)]
    return found


def plain(told: str, club: Club) -> str:
    """A page, or its address, without what is another each time or on each machine."""
    return ONCE.sub("", told).replace(str(club.pk), "CLUB")
