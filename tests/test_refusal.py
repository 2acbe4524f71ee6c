"""One way to say no, and one way to read a number."""

import re

import pytest
from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import path
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, override

from lhombre_club import refusal, urls
from lhombre_club.numbers import read_whole
from lhombre_club.refusal import Reason, Refusal


class Why(Reason):
    """Two reasons of no room."""

    ROUND = "round", _("Round %(round)d, table %(table)d")
    GONE = "gone", _("Not done"), 410
    SHEETS = (
        "sheets",
        ngettext_lazy("%(number)s sheet is missing.", "%(number)s sheets are missing.", "number"),
    )


def refuses(_request):
    raise Refusal(Why.GONE)


def tells(request):
    with refusal.messages_about(request, "Done."):
        if "no" in request.GET:
            raise Refusal(Why.ROUND, round=3, table=2)
    return HttpResponse(", ".join(map(str, get_messages(request))))


urlpatterns = [path("refuses/", refuses), path("tells/", tells), *urls.urlpatterns]


def test_a_reason_is_its_code_and_brings_its_sentence_and_its_status():
    assert Why.GONE.value == "gone"
    assert isinstance(Why.GONE.sentence, Promise)
    assert (Why.ROUND.status, Why.GONE.status) == (409, 410)


def test_a_refusal_is_said_in_the_language_of_whoever_reads():
    refused = Refusal(Why.ROUND, round=3, table=2)
    with override("en"):
        assert str(refused) == "Round 3, table 2"
    with override("da"):
        assert refused.sentences == ("Runde 3, bord 2",)


@pytest.mark.parametrize(
    ("number", "language", "says"),
    (
        (1, "en", "1 sheet is missing."),
        (2, "en", "2 sheets are missing."),
        (1, "da", "1 ark mangler."),
        (2, "da", "2 ark mangler."),
    ),
)
def test_a_plural_is_chosen_by_a_fact(number, language, says):
    with override(language):
        assert str(Refusal(Why.SHEETS, number=number)) == says


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__, LANGUAGE_CODE="en")
def test_what_no_view_caught_is_a_page_with_its_status_and_a_way_back():
    answer = Client().get("/refuses/")
    assert answer.status_code == 410
    assert 'role="alert">Not done<' in answer.content.decode()


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__, LANGUAGE_CODE="en")
@pytest.mark.parametrize(("asked", "says"), (("", b"Done."), ("?no", b"Round 3, table 2")))
def test_a_page_tells_that_it_is_done_or_why_not(asked, says):
    assert Client().get(f"/tells/{asked}").content == says


@pytest.mark.django_db
def test_an_address_for_forms_is_a_page_with_a_way_home(director_client):
    answer = director_client.get("/tonight/guest/", headers={"accept-language": "en"})
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert 'class="button" href="/"' in answer.content.decode()
    assert 'class="button button--primary" href="/tonight/"' in answer.content.decode()
    assert "button--primary" not in director_client.get("/logout/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("came_from", "leads_to"),
    (
        ("http://testserver/tonight/", "http://testserver/tonight/"),
        ("http://elsewhere.example/tonight/", "/"),
        (None, "/"),
    ),
)
def test_another_language_leads_to_the_form_that_was_refused(director_client, came_from, leads_to):
    headers = {"referer": came_from} if came_from else {}
    refused = director_client.post("/tonight/guest/", {"name": ""}, headers=headers)
    assert refused.status_code == 200
    assert f'name="next" value="{leads_to}"' in refused.content.decode()
    [said] = set(re.findall('name="came_from" value="(.*?)"', refused.content.decode()))
    sent = {"name": "", "came_from": said}
    headers = {"referer": "http://testserver/tonight/guest/"}
    again = director_client.post("/tonight/guest/", sent, headers=headers)
    assert f'name="next" value="{leads_to}"' in again.content.decode()


@pytest.mark.django_db
def test_a_form_says_no_page_of_elsewhere(director_client):
    sent = {"name": "", "came_from": "http://elsewhere.example/"}
    refused = director_client.post("/tonight/guest/", sent)
    assert 'name="next" value="/"' in refused.content.decode()


@pytest.mark.parametrize(
    "sent",
    ("", " 7", "+7", "7.0", "\N{ARABIC-INDIC DIGIT SEVEN}", "²", "1e3", "0007", "9" * 5000, None),
)
def test_what_spells_no_number_is_none(sent):
    assert read_whole(sent) is None


def test_a_number_lies_between_its_ends():
    assert [read_whole(sent, least=1, most=3) for sent in ("0", "1", "3", "4")] == [
        None,
        1,
        3,
        None,
    ]
    assert read_whole("-3") is None
    assert read_whole("-3", least=-3) == -3
