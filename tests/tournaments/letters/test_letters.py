"""Post: who gets what, what is sent, and what each office reaches of it."""

import datetime as dt
import re
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from lhombre_club.environment import CONSOLE
from lhombre_club.members import domain, queries
from lhombre_club.members.models import Answer, ClubRole, Membership, Person, PersonalLink
from lhombre_club.printing import registry
from tests import make
from tests.tournaments.cash import books
from tournaments.cash.domain import dues
from tournaments.kept.domain import retention
from tournaments.letters.domain import sending
from tournaments.letters.preview import evenings
from tournaments.models import HalfSeason, Letter, PlannedEvening, Receipt, Seat
from tournaments.tasks import send_letters

pytestmark = pytest.mark.django_db
Role, State = ClubRole.Role, Letter.State
DAY = queries.evening() + dt.timedelta(days=3)


def page(client, name, *args, **said):
    answer = client.get(reverse(f"tournaments:{name}", args=args), said)
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def written(client, kind, about, **more):
    """Look at letters, send them as they were shown; the batch."""
    address = reverse("tournaments:letter-write", args=[kind, about])
    seen = client.post(address, {"note": "", **more}).context["seen"]
    answer = client.post(address, {"note": "", **more, "seen": seen})
    assert answer.status_code == 302, answer.content.decode()
    return Letter.objects.order_by("-made_at", "pk")[0].batch


@pytest.fixture(autouse=True)
def _written_in_english(settings):
    settings.LANGUAGE_CODE = "en"


@pytest.fixture
def people(club):
    """Three with an address, one of whom asks for letters, and one without."""
    made = make.make_members(club, 4)
    for person in made[:3]:
        Person.objects.filter(pk=person.pk).update(email=f"{person.first_name}@club.example")
    own = Membership.objects.filter(club=club, person=made[2])
    own.update(reached_by=Membership.Reached.LETTER)
    PlannedEvening.objects.create(club=club, name="Torsdag", date=DAY, place="Kroen")
    return made


def test_an_invitation_is_shown_sent_and_answered_by_its_own_link(english, club, people):
    Answer.objects.create(club=club, person=people[1], date=DAY, said="away")
    shown = page(english, "letter-write", "invitation", DAY.isoformat())
    assert "Agnes@club.example" in shown
    assert "has asked for letters" in shown
    assert "has no e-mail address" in shown
    assert "Aksel@" not in shown, "who has answered is not asked"
    assert not Letter.objects.exists(), "whoever looks writes nothing"
    assert not PersonalLink.objects.exists()
    batch = written(english, "invitation", DAY.isoformat(), only="on", note="Husk kage.")
    rows = Letter.objects.filter(batch=batch)
    assert sorted(row.email for row in rows) == ["", "", "Agnes@club.example"]
    send_letters()
    (sent,) = mail.outbox
    assert sent.to == ["Agnes@club.example"]
    assert "Husk kage." in sent.body
    link = re.findall(r"http\S+/me/\S+", str(sent.body))[0]
    assert link.rpartition("/me/")[2].strip("/") not in "".join(row.text for row in rows)
    answer = Client().post(f"/me/{link.rpartition('/me/')[2]}", {"said": "comes", "date": DAY})
    assert answer.status_code == 302
    assert Answer.objects.get(person=people[0]).said == "comes"
    send_letters()
    assert len(mail.outbox) == 1
    assert rows.get(person=people[0]).state == State.SENT


def test_a_danish_invitation_has_no_capital_within_its_sentence(english, club, people, settings):
    settings.LANGUAGE_CODE = "da"
    shown = page(english, "letter-write", "invitation", DAY.isoformat())
    assert re.search(r"spiller [a-zø]+dag \d", shown)


def test_what_reaches_nobody_opens_nothing(english, club, people, settings, capsys):
    """Without a mail server it lies in a log."""
    written(english, "invitation", DAY.isoformat())
    settings.EMAIL_BACKEND = CONSOLE
    send_letters()
    told = capsys.readouterr().out
    assert told.count("Subject: ") == 2
    assert "/me/" not in told
    assert not re.search(r"/no/[a-z2-7]{52}", told)
    listed = page(english, "letters")
    assert "reaches nobody" in listed
    row = Letter.objects.exclude(email="")[0]
    assert (row.state, str(row.get_state_display()) in listed) == (State.LOGGED, True)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    english.post(reverse("tournaments:letter", args=[row.pk]), {"deed": "again"})
    send_letters()
    assert (Letter.objects.get(pk=row.pk).state, len(mail.outbox)) == (State.SENT, 1)


def test_the_link_of_a_letter_ends_with_the_members_own(club, people):
    own = Membership.objects.select_related("club", "person").get(club=club, person=people[0])
    assert domain.mailed_token(own) == ""
    first = domain.give_link(membership=own, actor="system:test")
    mailed = domain.mailed_token(own)
    address = reverse("tournaments:personal", args=[mailed])
    assert Client().get(address).status_code == 200
    assert Client().get(reverse("tournaments:personal", args=[first])).status_code == 200
    assert Client().get(reverse("tournaments:no-mail", args=[mailed])).status_code == 410
    domain.give_link(membership=own, actor="system:test")
    assert Client().get(address).status_code == 410
    other = mailed[:-1] + ("a" if mailed[-1] != "a" else "b")
    assert Client().get(reverse("tournaments:personal", args=[other])).status_code == 410


def test_no_field_that_is_folded_up_keeps_a_browser_from_sending(english, club, people):
    """What must be filled in and cannot be seen stops every button of the form, without a word."""
    shown = page(english, "letter-write", "invitation", DAY.isoformat())
    (form,) = re.findall(r'<form method="post" class="card stack">.*?</form>', shown, re.DOTALL)
    assert 'name="to"' in form
    assert " required" not in form


def test_nobody_is_written_to_as_it_was_not_shown(english, club, people):
    address = reverse("tournaments:letter-write", args=["invitation", DAY.isoformat()])
    seen = english.get(address).context["seen"]
    Person.objects.filter(pk=people[0].pk).update(email="new@club.example")
    answer = english.post(address, {"note": "", "only": "on", "seen": seen})
    assert answer.status_code == 200
    assert not Letter.objects.exists()
    assert english.get(address.replace(DAY.isoformat(), "1999-01-01")).status_code == 404


def test_only_who_sits_otherwise_gets_the_plan_again(english, club, people):
    event = make.make_released_event(club, tables=1, people=people, language="en")
    first = written(english, "plan", event.pk, only="on")
    assert Letter.objects.filter(batch=first).count() == 4
    assert "table 1" in Letter.objects.filter(batch=first)[0].text
    assert "Nobody gets this letter" in page(english, "letter-write", "plan", event.pk)
    Person.objects.filter(pk=people[3].pk).update(email="late@club.example")
    seats = list(Seat.objects.filter(round__event=event).order_by("seat"))
    guest = make.make_person("Zita", "Ny", email="zita@club.example")
    Membership.objects.create(club=club, person=guest)
    Seat.objects.filter(pk=seats[0].pk).update(substitute=guest)
    again = english.get(reverse("tournaments:letter-write", args=["plan", event.pk]))
    names = {line.name for line in again.context["lines"]}
    assert "Zita Ny" in names
    assert people[0].full_name not in names, "he sits nowhere now"
    assert names >= {each.full_name for each in people[1:]}, "they sit with another"


def test_one_key_is_written_in_one_way(english, club, people):
    """Else who was written to by another spelling of it would be written to again."""
    event = make.make_released_event(club, tables=1, people=people, language="en")
    written(english, "plan", event.pk, only="on")
    for spelt in (event.pk.hex, str(event.pk).upper()):
        assert "Nobody gets this letter" in page(english, "letter-write", "plan", spelt)
    strange = reverse("tournaments:letter-write", args=["plan", "x\0y"])
    assert english.get(strange).status_code == 404


def test_a_result_is_told_as_everybody_may_read_it(english, club, people):
    event = make.make_released_event(club, tables=1, people=people, language="en")
    assert "number 1 of 4" not in page(english, "letter-write", "result", event.pk)
    table = event.rounds.get().tables.get()
    make.enter(table, 1, {"declarer": 1, "contract": "spil", "outcome": "won"})
    told = page(english, "letter-write", "result", event.pk)
    assert "number 1 of" in told
    assert "The standings are provisional: round 1 is being played." in told


def test_a_result_says_that_a_place_is_shared(club):
    event = make.make_released_event(club, tables=2, language="en")
    for table in event.rounds.get().tables.all():
        make.enter(table, 1, {"declarer": 1, "contract": "spil", "outcome": "won"})
    said = evenings.result(club, str(event.pk)).bodies.values()
    assert not any("you are number" in each for each in said), "there is nobody alone on a place"
    assert sum("you share 1st place of 8, with" in each for each in said) == 2


def test_dues_are_reminded_of_and_receipts_sent(english, club, people):
    accounts = books.opened(club)
    half = books.half_of(club, due=timezone.localdate() - dt.timedelta(days=30))
    paid = dues.Paid(
        person=people[0], amount=200_00, date=timezone.localdate(), into=accounts["cash"]
    )
    dues.book_dues(half=half, paid=paid, actor=books.ACTOR)
    batch = written(english, "reminder", half.pk)
    assert set(Letter.objects.filter(batch=batch).values_list("person", flat=True)) == {
        each.pk for each in people[1:]
    }
    told = Letter.objects.filter(batch=batch)[0].text
    assert "200.00" in told
    assert "are to be paid by" not in told, "that day is gone"
    receipt = Receipt.objects.get()
    assert "Send it by letter" in page(english, "receipt", receipt.pk)
    written(english, "receipt", receipt.pk)
    send_letters()
    assert any("Receipt 2026-1" in each.subject for each in mail.outbox)


def test_a_test_goes_to_who_writes_and_to_nobody_else(english, club, people):
    address = reverse("tournaments:letter-write", args=["invitation", DAY.isoformat()])
    said = {"note": "", "only": "on", "test": "1", "to": "me@club.example"}
    answer = english.post(address, said)
    assert "The test is sent to me@club.example." in answer.content.decode()
    (sent,) = mail.outbox
    assert sent.to == ["me@club.example"]
    assert "/me/" not in sent.body
    assert not Letter.objects.exists()
    assert english.post(address, {**said, "to": "nobody"}).status_code == 400
    for _time in range(10):
        english.post(address, said)
    assert len(mail.outbox) == 10


def test_who_wants_no_mail_says_so_by_his_own_address(english, club, people):
    written(english, "invitation", DAY.isoformat(), only="on")
    send_letters()
    token = re.findall(r"/post/no/(\S+?)/", str(mail.outbox[0].body))[0]
    assert token in mail.outbox[0].extra_headers["List-Unsubscribe"]
    address = reverse("tournaments:no-mail", args=[token])
    own = Membership.objects.get(person__email=mail.outbox[0].to[0])
    assert Client().get(address).status_code == 200
    assert Membership.objects.get(pk=own.pk).reached_by == "email", "whoever looks changes nothing"
    Client().post(address)
    assert Membership.objects.get(pk=own.pk).reached_by == "letter"
    assert own.history.count() == 1
    Client().post(address, {"again": "1"})
    assert Membership.objects.get(pk=own.pk).reached_by == "email"
    assert Client().post(reverse("tournaments:no-mail", args=["a" * 52])).status_code == 410


def test_what_came_back_goes_again_or_on_paper(english, club, people):
    batch = written(english, "invitation", DAY.isoformat(), only="on")
    send_letters()
    row = Letter.objects.filter(batch=batch, state=State.SENT)[0]
    act = reverse("tournaments:letter", args=[row.pk])
    english.post(act, {"deed": "again"})
    assert Letter.objects.get(pk=row.pk).state == State.SENT, "it has gone"
    english.post(act, {"deed": "bounced"})
    assert Letter.objects.get(pk=row.pk).state == State.BOUNCED
    Person.objects.filter(pk=row.person_id).update(email="right@club.example")
    english.post(act, {"deed": "again"})
    send_letters()
    assert mail.outbox[-1].to == ["right@club.example"]
    english.post(act, {"deed": "bounced"})
    english.post(act, {"deed": "paper"})
    assert (Letter.objects.get(pk=row.pk).email, len(mail.outbox)) == ("", 3)


def test_who_has_no_address_gets_a_sheet(english, club, people):
    batch = written(english, "invitation", DAY.isoformat(), only="on")
    answer = english.post(reverse("tournaments:letters-print", args=[batch]), follow=True)
    assert answer.status_code == 200
    assert Letter.objects.filter(state=State.PRINTED).count() == 2
    params = {"club": str(club.pk), "letters": str(batch), "deed": "members"}
    sheets = registry.build("letters", params).context["letters"]
    assert [each["name"] for each in sheets] == sorted(each.full_name for each in people[2:])
    assert "/me/" in str(sheets)
    assert "letters" in registry.secret_kinds()


@pytest.mark.parametrize(
    ("error", "state", "why"),
    (
        (SMTPRecipientsRefused({}), State.FAILED, "refused"),
        (OSError(), State.FAILED, "lost"),
        (ValueError(), State.FAILED, "address"),
    ),
)
def test_what_the_server_does_not_take_is_told(
    english, club, people, monkeypatch, error, state, why
):
    def fails(*_args, **_more):
        raise error

    batch = written(english, "invitation", DAY.isoformat(), only="on")
    monkeypatch.setattr(mail.EmailMessage, "send", fails)
    send_letters()
    row = Letter.objects.filter(batch=batch).exclude(error="")[0]
    assert (row.state, row.error) == (state, why)
    assert str(row.get_error_display()) in page(english, "letters-batch", batch)
    assert str(State(state).label) in page(english, "letters")


def test_without_the_server_letters_wait(english, club, people, monkeypatch):
    class Away:
        def open(self):
            raise OSError

    batch = written(english, "invitation", DAY.isoformat(), only="on")
    with monkeypatch.context() as patched:
        patched.setattr(mail, "get_connection", Away)
        send_letters()
    assert "It is tried again soon" in page(english, "letters-batch", batch)
    send_letters()
    assert not Letter.objects.filter(state=State.WAITING).exclude(email="").exists()


WRITES = {
    Role.OWNER: {"invitation", "plan", "result", "reminder", "receipt"},
    Role.ADMINISTRATOR: {"invitation"},
    Role.SECRETARY: {"invitation"},
    Role.DIRECTOR: {"invitation", "plan", "result"},
    Role.TREASURER: {"reminder", "receipt"},
    Role.SCORER: set(),
    Role.MEMBER: set(),
}


@pytest.mark.parametrize("role", WRITES)
def test_each_office_writes_and_reads_its_own_kinds(club, people, role):
    event = make.make_released_event(club, tables=1, people=people, language="en")
    books.everything(club)
    about: dict[str, Any] = {
        "invitation": DAY.isoformat(),
        "plan": event.pk,
        "result": event.pk,
        "reminder": HalfSeason.objects.get().pk,
        "receipt": Receipt.objects.filter(voucher__voided=None)[0].pk,
    }
    client = Client()
    client.force_login(make.make_officer(club, role, "officer"))
    if WRITES[role]:
        post = client.get(reverse("tournaments:letters")).content.decode()
        up = re.search(r'<p>\s*<a href="([^"]+)"', post)
        assert up
        assert client.get(up[1]).status_code == 200, "the way up is open"
    for kind, key in about.items():
        row = Letter.objects.create(
            club=club, batch=make.new_id(), kind=kind, about=key, person=people[0],
            email="a@club.example", subject=f"Om {kind}", text="x", state=State.SENT, actor="x",
        )  # fmt: skip
        refused = {404} if WRITES[role] else {403}
        good = {200, 302} if kind in WRITES[role] else refused
        for name, args in (
            ("letter-write", [kind, key]),
            ("letters-batch", [row.batch]),
        ):
            assert client.get(reverse(f"tournaments:{name}", args=args)).status_code in good, kind
        answer = client.post(reverse("tournaments:letter", args=[row.pk]), {"deed": "bounced"})
        assert answer.status_code in good
        assert client.post(reverse("tournaments:letters-print", args=[row.batch])).status_code in (
            good
        )
    if WRITES[role]:
        shown = client.get(reverse("tournaments:letters")).content.decode()
        assert {kind for kind in about if f"Om {kind}" in shown} == WRITES[role]


def test_letters_go_after_as_long_as_the_club_has_chosen(english, club, people):
    written(english, "invitation", DAY.isoformat())
    old = timezone.now() - dt.timedelta(days=200)
    kept = Letter.objects.order_by("pk")[0].pk
    Letter.objects.exclude(pk=kept).update(made_at=old)
    retention.every_night()
    assert Letter.objects.count() == 4, "nothing goes before the club has chosen"
    retention.choose(
        club=club, months={**dict.fromkeys(retention.USUAL, 0), "letters": 6}, actor=""
    )
    assert retention.next_dates(club)["letters"] is not None
    retention.every_night()
    assert [each.pk for each in Letter.objects.all()] == [kept]


def test_no_name_of_an_event_becomes_the_head_of_a_mail(english, club, people):
    event = make.make_released_event(club, tables=1, people=people, language="en")
    name = "Fest\r\nBcc: all@club.example"
    type(event).objects.filter(pk=event.pk).update(name=name)
    written(english, "plan", event.pk)
    send_letters()
    heads = str(mail.outbox[0].message()).partition("\n\n")[0]
    assert "\nBcc:" not in heads
    assert mail.outbox[0].recipients() == mail.outbox[0].to


def test_a_batch_is_sent_in_turns(english, club, people, monkeypatch):
    Membership.objects.update(reached_by="email")
    written(english, "invitation", DAY.isoformat())
    assert sending.send_waiting(seconds=-1)
    assert not mail.outbox
