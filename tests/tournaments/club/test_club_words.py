"""The club's words: chosen on its page, and read wherever its people read."""

import re
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from django.utils import translation

from lhombre_club.club_words.speaking import spoken
from lhombre_club.members.domain.clubs import choose_words
from lhombre_club.members.models import Club, ClubRole, Person
from lhombre_club.printing import registry
from tests import make
from tests.tournaments.papers.documents import scene
from tournaments.entry.domain.links import issue_link
from tournaments.models import Event, Participant, Table
from tournaments.penalties.domain.reason_list import FIRST_LIST, penalty_reasons, shown

PAGE = reverse("tournaments:club")
KEEP = reverse("tournaments:club-words")
ALL = {
    "declarer": "melder",
    "tout": "totus",
    "kodille": "kodille",
    "talon": "katten",
    "knave": "bonde",
}
USUAL = re.compile(r"spilfører\w*|kruk\w*|talon\w*|knægt\w*|\btouten?s?\b", re.IGNORECASE)
NAME = "Tout Spilfører"
NOTE = "Kruk og talon"
KODILLE = {"declarer": 1, "contract": "spil", "outcome": "kodille"}
TOUT = {"declarer": 2, "contract": "spil", "outcome": "won", "tout": "made"}


def read(answer):
    """What a page says: its text and the sentences that its script gets, without the codes."""
    page = answer.content.decode()
    assert answer.status_code == 200
    page = re.sub(r'"[a-z_]+":|"(?:tout|kodille|talon)"|\\u0022\w+\\u0022', " ", page)
    page = re.sub(r"<script(?! id)[^>]*>|<(?!script)[^>]*>", " ", page)
    return page.replace(NAME, "").replace(NOTE, "")


def evening(club):
    """An evening with a kodille and a tout, of somebody whose name is made of such words."""
    event = make.make_released_event(club, tables=1, deals=8, language="da", unit="0.50")
    Event.objects.filter(pk=event.pk).update(name=NOTE)
    player = event.participants.get(number=1)
    assert player.person_id is not None
    Participant.objects.filter(pk=player.pk).update(name=NAME)
    Person.objects.filter(pk=player.person_id).update(first_name="Tout", last_name="Spilfører")
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, KODILLE)
    make.enter(table, 2, TOUT)
    event.refresh_from_db()
    return event


@pytest.fixture
def event(club):
    choose_words(club=club, words=ALL, actor="user:1")
    return evening(club)


# --- chosen on the club's page ------------------------------------------------------------


def test_its_director_chooses_and_reads_each_choice_first(director_client, club):
    before = director_client.get(PAGE).content.decode()
    assert re.search("melder: .Melderen må købe en gang til", before)
    assert re.search("spilfører: .Spilføreren må købe en gang til", before)
    answer = director_client.post(KEEP, {"declarer": "melder", "tout": ""}, follow=True)
    assert re.search(r'value="melder"[^>]* checked', answer.content.decode())
    found = Club.objects.get(pk=club.pk)
    assert found.words == {"declarer": "melder"}
    assert found.history.first().history_change_reason.startswith("user:")
    director_client.post(KEEP, {"declarer": ""})
    assert Club.objects.get(pk=club.pk).words == {}


def test_what_is_no_choice_is_refused(director_client, club):
    assert director_client.post(KEEP, {"declarer": "spillemand"}).status_code == 400
    assert Club.objects.get(pk=club.pk).words == {}


def test_nobody_else_chooses(client, stranger_client, club):
    for visitor in (client, stranger_client):
        visitor.post(KEEP, ALL)
    assert Club.objects.get(pk=club.pk).words == {}


def test_the_same_again_writes_no_history(club):
    for _ in range(2):
        choose_words(club=club, words=ALL, actor="user:1")
    assert club.history.count() == 2


# --- read everywhere ----------------------------------------------------------------------


def pages(event):
    """Pages that say such words: of a director, of a phone, and of everybody."""
    table, player = Table.objects.get(round__event=event), event.participants.get(number=1)
    of_table = ("table", "phone", "recap", "account", "import")
    public = ("public-standings", "public-money", "public-player")
    return {
        **{name: reverse(f"tournaments:{name}", args=[table.pk]) for name in of_table},
        **{
            name: reverse(
                f"tournaments:{name}",
                args=[event.pk, player.pk] if name == "public-player" else [event.pk],
            )
            for name in public
        },
    }


def test_every_page_says_the_clubs_words_and_leaves_names_alone(director_client, event):
    said = {name: director_client.get(at) for name, at in pages(event).items()}
    assert {name: left for name, page in said.items() if (left := USUAL.findall(read(page)))} == {}
    everything = " ".join(map(read, said.values()))
    for word in ("melder", "melderens", "kodille", "tótus", "bonde"):
        assert word in everything, word
    assert all(NAME in said[name].content.decode() for name in ("table", "public-player"))


def test_so_does_the_phone_of_the_table(client, event):
    table = Table.objects.get(round__event=event)
    client.get(urlsplit(issue_link(table)).path)
    for name in ("phone", "recap"):
        page = client.get(reverse(f"tournaments:{name}", args=[table.pk]))
        assert USUAL.findall(read(page)) == []
        assert NAME in page.content.decode()


def test_in_english_too(client, event):
    at = pages(event)["public-player"]
    page = read(client.get(at, headers={"accept-language": "en"}))
    assert "codille" in page
    assert "kodille" not in page


def test_the_next_request_of_another_club_says_the_usual_words(director_client, director, event):
    other = make.make_club("Klub Basta")
    ClubRole.objects.create(user=director, club=other, role=ClubRole.Role.OWNER)
    usual = pages(evening(other))
    for name, at in pages(event).items():
        assert USUAL.findall(read(director_client.get(at))) == []
        assert "kodille" not in read(director_client.get(usual[name])).casefold()
    assert "kruk" in read(director_client.get(usual["public-player"]))


# --- what is kept -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ("standings-table", "api"))
def test_what_a_browser_has_kept_is_asked_for_anew(director_client, event, name):
    table = Table.objects.get(round__event=event)
    at = (
        reverse("api:table", kwargs={"version": "v1", "pk": table.pk})
        if name == "api"
        else reverse(f"tournaments:{name}", args=[event.pk])
    )
    tag = director_client.get(at)["ETag"]
    assert director_client.get(at, headers={"if-none-match": tag}).status_code == 304
    choose_words(club=event.club, words={}, actor="user:1")
    assert director_client.get(at, headers={"if-none-match": tag}).status_code == 200


def test_the_kept_table_of_standings_is_of_its_words(client, event):
    at = reverse("tournaments:public-standings", args=[event.pk])
    assert "kodille" in read(client.get(at)).casefold()
    choose_words(club=event.club, words={}, actor="user:1")
    assert "kruk" in read(client.get(at)).casefold()


def test_a_paper_in_other_words_is_out_of_date(event):
    request = ("crib", {"event": str(event.pk)})
    before = registry.digests([request])
    choose_words(club=event.club, words={}, actor="user:1")
    assert registry.digests([request]) != before


def test_what_is_stored_stays_in_the_usual_words(club):
    with translation.override("da"), spoken(ALL):
        texts = [line.text for line in penalty_reasons(club)]
        (peeked,) = [text for text in texts if "talonen" in text]
        assert shown(peeked) == peeked.replace("talonen", "katten")
    with translation.override("da"):
        assert texts == [str(text) for text, _points in FIRST_LIST]


# --- on paper -----------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_papers_say_the_clubs_words(event):
    scene.settled(event)
    met = ""
    for kind in ("score-sheet", "filled-sheet", "crib"):
        text = " ".join(scene.text(scene.pdf(kind, event)).split())
        assert USUAL.findall(text.replace(NAME, "").replace(NOTE, "")) == [], kind
        met += text
    for word in ("Melder", "kodille", "tótus", NAME):
        assert word in met


@pytest.mark.django_db(transaction=True)
def test_the_worker_speaks_as_usual_about_the_next_paper(event):
    scene.pdf("crib", event)
    other = evening(make.make_club("Klub Basta"))
    text = " ".join(scene.text(scene.pdf("crib", other)).split())
    assert "kruk" in text
    assert "kodille" not in text
