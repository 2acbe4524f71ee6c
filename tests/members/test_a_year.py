"""A club lives a year through its pages, and all of it adds up and can be taken along."""

import datetime as dt
import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from lhombre_club.members import domain
from lhombre_club.members.models import Club
from tests import make
from tests.members import year as acts
from tests.members.pages import Person, text_of
from tests.members.year import NAMES, Year
from tests.tournaments.carried.everything import empty_machine
from tournaments.book.proving.ledger_check import check_all
from tournaments.models import Event, HalfSeason, Receipt, Season, Voucher
from tournaments.tasks import send_letters

pytestmark = [pytest.mark.django_db, pytest.mark.nightly]
AUTUMN = (dt.date(2026, 9, 3), dt.date(2026, 10, 1), dt.date(2026, 11, 5))
SPRING = dt.date(2027, 2, 4)
MEETING = dt.date(2027, 3, 11)
HERE = (NAMES[:8], NAMES[1:9], NAMES[:8])
"""Who came on which evening of the autumn."""
GONE = "Erik Gram"


def founded(year):
    """The first link opens the program, and the list of members is pasted."""
    year.clock.move_to(dt.datetime(2026, 8, 20, 19, tzinfo=acts.HERE))
    token = domain.make_setup_link(actor="system:test")
    words = {"password": make.PASSWORD, "again": make.PASSWORD, "username": acts.OWNER}
    said = {"club_name": "Klub Spadille", "name": "Anna Bak", **words}
    year.owner.press("Set the password and log in", "members:welcome", token, **said)
    page = year.owner.press("Show what would happen", "members:import", text=acts.LIST)
    year.owner.press_on(page, "Import")
    assert sorted(year.people()) == sorted(NAMES)


def planned(year):
    """The season, its evenings in the calendar, the cash book and the dues of the autumn."""
    year.owner.press("Begin the season", "tournaments:seasons", name="2026–27", planned="5")
    season = Season.objects.get()
    for day in (*AUTUMN, SPRING):
        said = {"name": "Klubaften", "date": day.isoformat(), "season": str(season.pk)}
        said |= {"begins": "19:00", "place": "Kroen", "often": ""}
        year.owner.press("Put into the calendar", "tournaments:calendar", **said)
    year.owner.press("Open it", "tournaments:cash", date="2026-08-20", cash="500", bank="2.000")
    year.box, year.bank = 500, 2000
    rates = {"rate__active": "200", "rate__passive": "100"}
    half = {"name": "Efterår 2026", "begins": "2026-08-01", "ends": "2026-12-31"}
    year.owner.press("Make it", "tournaments:dues", **half, due="2026-10-15", **rates)


def paid(year):
    """One is let off, two of a household pay at once and too much, the bank brings two more."""
    half, people = HalfSeason.objects.get(), year.people()
    year.on(dt.date(2026, 8, 27), 12)
    waiver = {"person": people["Hans Juul"], "amount": "50", "reason": "Studerende"}
    year.owner.press("Keep the waiver", "tournaments:dues-half", half.pk, **waiver)
    form = acts.row_form(year.owner.page("tournaments:dues-half", half.pk), "Agnes Bak", "Tick off")
    mate = form.xpath(".//input[@name='with']")[0].get("value")
    bank = acts.option(form.xpath(".//select")[0], "Bank")
    year.owner.send(form, amount="230", into=bank, **{"with": mate})
    year.bank += 430
    page = year.owner.page("tournaments:dues-half", half.pk)
    year.owner.send(acts.row_form(page, "Agnes Bak", "given back"), amount="30")
    year.box -= 30
    lines = "27-08-2026;Carl Egede;200,00\n27-08-2026;Overførsel 4;200,00\n27-08-2026;Gebyr;-15,00"
    page = year.owner.press("Look at it", "tournaments:cash-statement", lines=lines)
    fee = next(each for each in page.iter("select") if each.get("aria-label") == "Gebyr")
    chosen = {fee.get("name").replace("-", "__"): acts.option(fee, "Other")}
    year.owner.press_on(page, "Book these lines", **chosen)
    year.bank += 200 + 200 - 15
    owes = 9 * 200 + 100 - 150 - 4 * 200
    assert f"{owes:,}.00" in year.owner.reads("tournaments:dues-half", half.pk)
    assert Receipt.objects.count() == 4


def prizes(year, event):
    """The pool of the last evening of the autumn is paid out by the standings."""
    page = year.owner.page("tournaments:evening-cash", event.pk)
    said = {"kind3": "Vin"}
    for place in (1, 2, 3):
        options = page.xpath(f"//select[@name='winner{place}']/option")
        said |= {f"winner{place}": options[place].get("value"), f"part{place}": str(4 - place)}
    page = year.owner.press_on(page, "Look at the prizes", **said)
    told = text_of(year.owner.press_on(page, "Give the prizes"))
    assert all(each in told for each in ("120.00", "80.00", "40.00", "Vin"))
    year.box -= acts.STAKE * 8


def reminded(year):
    """Who owes at the end of the half is written to, and nobody else."""
    year.on(dt.date(2026, 12, 28), 12)
    half = HalfSeason.objects.get()
    page = year.owner.press(
        "Send it as shown below", "tournaments:letter-write", "reminder", half.pk
    )
    told = text_of(page)
    send_letters()
    assert all(name in told for name in NAMES[4:])
    assert not any(name in told for name in NAMES[:4])


def broken_off(year):
    """Nobody pays for the spring; its one evening is broken off after a round."""
    year.on(dt.date(2027, 1, 14), 12)
    free = {"name": "Forår 2027", "begins": "2027-01-01", "ends": "2027-06-30"}
    year.owner.press("Make it", "tournaments:dues", **free, due="2027-03-01", is_free="on")
    acts.invite_and_hear(year, SPRING, NAMES[:2])
    year.on(SPRING)
    acts.come(year, NAMES[:8])
    event = acts.play(year, NAMES[:8], until=1)  # what was played of it counts
    page = "tournaments:standings-settings"
    year.owner.press("Work out the standings anew", page, event.pk, abandoned="on")


def crowned(year):
    """The season does not come to its end: the meeting names the champion, and says why."""
    year.on(MEETING)
    season = Season.objects.get()
    table = year.owner.page("tournaments:season", season.pk)
    told = {
        text_of(row.find("th")): text_of(row)
        for row in table.xpath("//table")[0].iter("tr")
        if row.find("td") is not None
    }
    for name, points in year.points.items():
        sign = "+" if points > 0 else "−" if points < 0 else ""
        line = next(each for key, each in told.items() if name in each or name in key)
        assert re.search(rf"(^|\s){re.escape(sign)}{abs(points)}(\s|$)", line), (name, line, points)
    page = year.owner.page("tournaments:season-champion", season.pk)
    best = max(year.points, key=lambda name: year.points[name])
    who = acts.option(page.xpath("//select[@name='who']")[0], best)
    why = "Foråret blev afbrudt; generalforsamlingen har besluttet det"
    year.owner.press_on(page, "Save", who=who, why=why)
    shown = year.owner.reads("tournaments:season", season.pk)
    assert best in shown
    assert why in shown


def met(year):
    """The lists of the general meeting, the union's count, and the auditor's report."""
    assert "10 members" in year.owner.reads("members:standing", date=MEETING.isoformat())
    came = year.owner.page("members:came", first="2026-08-01", last="2027-06-30")
    for name, times in year.came.items():
        row = next(each for each in came.iter("tr") if name in text_of(each))
        assert [text_of(each) for each in row.iter("td")][-4:-3] == [str(times)], name
    union = year.owner.reads("members:union", date="2026-10-01")
    assert "Members to the union 10" in union
    counted = {"counted": str(year.box - 10), "reason": "Byttepenge mangler"}
    year.owner.press("Hold it against the book", "tournaments:cash-count", **counted)
    year.box -= 10
    for money, where in ((year.box, "Cash box"), (year.bank, "Bank")):
        page = year.owner.page("tournaments:cash-year", 2027)
        row = next(each for each in page.iter("tr") if text_of(each).startswith(where))
        assert text_of(row).endswith(f"{money:,}.00"), (where, text_of(row))
    assert check_all() == []
    for kind in (Voucher, Receipt):
        numbers = sorted(kind.objects.filter(year=2026).values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))


def forgotten(year):
    """One leaves, and some weeks later is forgotten: no page names him, and all sums stay."""
    person = year.people()[GONE]
    year.owner.press("Keep it", "members:times", person, left_on="2027-03-31")
    year.on(dt.date(2027, 6, 10))
    assert GONE not in year.owner.reads("members:tonight")
    year.owner.press("Forget for good", "tournaments:forget", person, old=make.PASSWORD)
    assert check_all() == []


def seen(year):
    """What the club's pages say, by their addresses without the keys of this one machine."""
    club = Club.objects.get()
    found = {}
    for address in sorted(acts.addresses(club)):
        answer = year.owner.client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        found[acts.plain(address, club)] = acts.plain(answer.content.decode(), club)
    return found


def moved(year):
    """Take the club along as a file, and into a machine on which there is nothing."""
    answer = year.owner.client.get("/club/file.zip")
    file = io.BytesIO(b"".join(answer.streaming_content))
    empty_machine()
    make.empty_cache()
    token = domain.make_setup_link(actor="system:test")
    words = {"password": make.PASSWORD, "again": make.PASSWORD, "username": acts.OWNER}
    said = {"club_name": "Klub Spadille", "name": "Anna Bak", **words}
    year.owner = Person()
    year.owner.press("Set the password and log in", "members:welcome", token, **said)
    upload = SimpleUploadedFile("club.zip", file.read(), "application/zip")
    page = year.owner.press("Show what would happen", "tournaments:club-file", file=upload)
    year.owner.press_on(page, "Take it in")


def test_a_club_lives_a_year_and_moves(time_machine, settings):
    settings.LANGUAGE_CODE, settings.PUBLIC_URL = "en", "https://klub.example"
    year = Year(Person(), time_machine)
    founded(year)
    planned(year)
    paid(year)
    event = None
    for day, names in zip(AUTUMN, HERE, strict=True):
        acts.invite_and_hear(year, day, names[:3])
        year.on(day)
        acts.come(year, names)
        event = acts.play(year, names)
        acts.entrance(year, event, len(names))
    prizes(year, event)
    reminded(year)
    broken_off(year)
    crowned(year)
    met(year)
    forgotten(year)
    before = seen(year)
    assert GONE not in "".join(before.values())
    moved(year)
    after = seen(year)
    assert before.keys() == after.keys()
    for address, page in before.items():
        assert after[address].splitlines() == page.splitlines(), address
    assert Event.objects.count() == 4
    assert check_all() == []
