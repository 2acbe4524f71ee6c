"""Every form of every page that a director reaches, sent twice: Back, reload, or a lost answer."""

from collections import defaultdict
from contextlib import contextmanager
from itertools import product

import pytest
import tinyhtml5  # type: ignore[import-untyped]
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from lhombre_club.members.models import Attendance, Club, ClubRole, Membership, Person
from lhombre_club.members.queries import evening
from tests import make
from tests.tournaments.cash import books
from tests.tournaments.sent_twice import Stored, Way, forms, pages
from tournaments.entry.domain.links import issue_link
from tournaments.events.domain.events import make_event
from tournaments.models import Table
from tournaments.review.views.protesting import learn

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor(settings, tmp_path):
    settings.LANGUAGE_CODE, settings.PHOTOS_DIR = "en", tmp_path
    call_command("seed_demo")
    club = Club.objects.get()
    director = make.make_user("director")
    ClubRole.objects.create(user=director, club=club, role=ClubRole.Role.OWNER)
    make.make_officer(club, ClubRole.Role.TREASURER)
    people = list(Person.objects.all()[:9])
    make_event(club=club, name="Klubaften", date=evening(), people=people, actor="system:test")
    Membership.objects.create(club=club, person=make.make_person("Åse", "Åsted"), number="99")
    for table in Table.objects.all():
        issue_link(table)
    Attendance.objects.filter(person=people[0]).delete()
    books.everything(club)
    client = Client()
    client.force_login(director)
    session = client.session
    for table in Table.objects.select_related("round"):
        learn(session, table)
    session.save()
    return client


STORES_NOTHING = {
    "members:factor",
    "members:logout",
    "set_language language=da",
    "set_language language=en",
    "tournaments:club-file",
    "tournaments:letter-write",
    "tournaments:letter-write test=1",
    "tournaments:round-sheets",
}
"""They say who looks and how, look for a sheet, show a letter or send a test of it, send a file
that is none here, or digits that no phone has shown; the database keeps nothing of it."""
AT_MOST = 6
"""Forms of one name that are tried until one stores something: events are at different points."""
STEPS = 3
"""A change is shown first and stored by the form of that answer."""


@contextmanager
def given_back():
    """Whatever is stored here is taken back; what wants to be outermost may think that it is."""
    block = transaction.atomic()
    block._from_testcase = True  # type: ignore[attr-defined]  # as Django's own tests do
    with block:
        yield
        transaction.set_rollback(True)


def sent_twice(client, form, way, stored):
    """Send a form until something is stored, and that one once more; what was stored by each."""
    before = once = stored.now()
    for _ in range(STEPS):
        answer = form.send(client, way)
        once = stored.now()
        if once != before or answer.status_code != 200:
            break
        page = tinyhtml5.parse(answer.content.decode())
        there = forms(form.action, page)  # its answer has the address that was sent to
        form = next((each for each in there if each.action == form.action), form)
    form.send(client, way)
    return before, once, stored.now()


def _spread(same):
    """Some of the forms of one name, from all over what was found."""
    return same[:: max(1, len(same) // AT_MOST)]


def try_all(visitor, only=""):
    """Send every form; which were stored, which were not, and which a second time."""
    found = defaultdict(list)
    for address, page in pages(visitor, ("/",)):
        for form in forms(address, page):
            if form.name.startswith(only):
                found[form.name].append(form)
    once, twice, stored = set(), set(), Stored()
    for name, same in found.items():
        for form, way in product(_spread(same), Way):
            client = Client(raise_request_exception=False)
            client.cookies = visitor.cookies.copy()
            with given_back(), stored.looking():
                first, second, third = sent_twice(client, form, way, stored)
            if third != second:
                twice.add(name)
            if second != first:
                once.add(name)
                break
    return once, set(found) - once, twice


@pytest.mark.strict
def test_every_form_is_stored_once(visitor):
    """A form that stores nothing here, whatever is filled in, has to be named above."""
    once, never, twice = try_all(visitor)
    assert len(once) > 60
    assert never == STORES_NOTHING
    assert twice == set()


@pytest.mark.nightly
def test_without_the_protection_some_are_stored_twice(visitor, settings):
    """The twin; the others ask, or bring an id of their own."""
    settings.MIDDLEWARE = [each for each in settings.MIDDLEWARE if "Once" not in each]
    deeds = {"tournaments:event-new", "tournaments:event-new prepare=yes"}
    assert try_all(visitor, "tournaments:event-new")[2] == deeds
