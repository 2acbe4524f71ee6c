"""A club's words in the texts of the program: every form of them, and nothing else."""

import re
import threading

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.template import engines
from django.test import Client
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, npgettext, override, pgettext

from lhombre_club import urls
from lhombre_club.club_words.choices import BY_KEY, WORDS
from lhombre_club.club_words.speaking import chosen, in_words, speak, spoken, tongue
from tests.po import read_po
from tests.test_translations import PLACEHOLDER, folder

LANGUAGES = [code for code, _name in settings.LANGUAGES]
CHOICES = [(word.key, choice) for word in WORDS for choice in word.others]
MELDER = {"declarer": "melder"}
TAP = gettext_lazy("Tap the declarer’s tricks too.")


def texts(language):
    """Every text of ours in the language."""
    entries = [entry for entry in read_po(folder("da") / "django.po") if entry.msgid]
    if language == "en":
        return [text for each in entries for text in (each.msgid, each.plural) if text]
    return [text for each in entries for text in each.msgstrs]


def filled_in(text):
    """What is filled into a text later, or marks it up."""
    return sorted([*PLACEHOLDER.findall(text), *re.findall("<[^<>]*>", text)])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "choice"), CHOICES)
def test_every_text_has_the_word_in_its_right_form(key, choice, language):
    """No form stands in a text that the row does not know, alone or in another word."""
    usual = BY_KEY[key].name("", language)
    met = 0
    for text in texts(language):
        said = in_words(text, language, ((key, choice),))
        assert filled_in(said) == filled_in(text)
        bare = re.sub(r"%\(\w+\)[sd]", "", text)
        if usual in bare.casefold():
            met += 1
            assert usual not in re.sub(r"%\(\w+\)[sd]", "", said).casefold(), text
        else:
            assert said == text
    assert met


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "choice"), CHOICES)
def test_a_choice_has_as_many_forms_as_the_word(key, choice, language):
    word = BY_KEY[key]
    forms = word.usual[language].split()
    assert len(forms) == len(set(forms)) == len(word.forms(choice)[language].split())
    with override(language), spoken({key: choice}):
        assert word.name(choice, language) in str(word.sample).casefold()


@pytest.mark.parametrize(
    ("text", "said"),
    (
        ("Spilførerens %(spilfører)s og SPILFØREREN", "Melderens %(spilfører)s og Melderen"),
        ("{spilfører} <b id='spilfører'>spilfører", "{spilfører} <b id='spilfører'>melder"),
        ("Modspilførere, spilføreri", "Modspilførere, spilføreri"),
        ("flere spilførere", "flere meldere"),
        ("kort\x04spilfører", "melder"),
    ),
)
def test_only_the_word_itself_is_another(text, said):
    assert in_words(text, "da", (("declarer", "melder"),)) == said


def test_two_words_are_chosen_beside_each_other():
    words = chosen({"kodille": "kodille", "tout": "totus"})
    assert in_words("Touten blev en kruk", "da", words) == "Tótussen blev en kodille"


def test_what_nobody_knows_any_more_is_the_usual_word():
    assert chosen({"declarer": "gone", "gone": "melder", "tout": ""}) == ()


def test_django_asks_the_catalogue_in_every_way_that_it_has():
    """Fails where a release of Django translates by another way than ``_heard`` knows."""
    page = engines["django"].from_string(
        "{% translate 'Declarer' %} "
        "{% blocktranslate %}A declarer of {{ n }}{% endblocktranslate %}"
        "{% blocktranslate count n=n %}declarer{% plural %}declarers{% endblocktranslate %}"
    )
    with override("en"), spoken(MELDER):
        assert _("Declarer") == "Bidder"
        assert str(TAP) == "Tap the bidder’s tricks too."
        assert pgettext("cards", "declarer") == "bidder"
        assert [ngettext("declarer", "declarers", n) for n in (1, 2)] == ["bidder", "bidders"]
        assert npgettext("cards", "declarer", "declarers", 2) == "bidders"
        assert page.render({"n": 2}) == "Bidder A bidder of 2bidders"
    with override("da"), spoken(MELDER):
        assert _("Declarer") == "Melder"
        assert page.render({"n": 2}).startswith("Melder ")
        with override("en"):
            assert _("Declarer") == "Bidder"
        with spoken({}):
            assert _("Declarer") == "Spilfører"
        assert _("Declarer") == "Melder"
    assert str(TAP) == "Tryk også på spilførerens stik."


def test_what_is_kept_agrees_in_the_words_too():
    with override("da"):
        assert tongue() == "da"
        with spoken({"tout": "totus", **MELDER}):
            assert tongue() == "da+declarer.melder+tout.totus"


def test_another_thread_speaks_as_usual():
    heard = []
    with override("da"), spoken(MELDER):
        thread = threading.Thread(target=lambda: heard.append(_("Declarer")))
        thread.start()
        thread.join()
    assert heard == ["Spilfører"]


# --- one request after another ------------------------------------------------------------


def of_a_club(_request):
    speak(MELDER)
    return HttpResponse(_("Declarer"))


def of_nobody(_request):
    return HttpResponse(_("Declarer"))


def broken(_request):
    speak(MELDER)
    raise ValueError


urlpatterns = [
    path("club/", of_a_club),
    path("nobody/", of_nobody),
    path("broken/", broken),
    *urls.urlpatterns,
]


def heard_after(first):
    """What the next request in the same thread, which is nobody's, reads."""
    client = Client(raise_request_exception=False)
    with spoken({}):  # so that what leaks is forgotten with this test
        assert client.get("/club/").content.decode() == "Melder"
        client.get(first)
        return client.get("/nobody/").content.decode()


@pytest.mark.urls("tests.test_speaking")
@pytest.mark.parametrize("first", ("/club/", "/broken/"))
def test_the_words_end_with_the_request(first):
    assert heard_after(first) == "Spilfører"


@pytest.mark.urls("tests.test_speaking")
def test_twin_without_the_reset_they_leak(settings):
    settings.MIDDLEWARE = [each for each in settings.MIDDLEWARE if "club_words" not in each]
    assert heard_after("/club/") == "Melder"
