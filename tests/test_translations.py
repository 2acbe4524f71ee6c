"""Every text is translated, and what is compiled is what was translated."""

import gettext
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import override

from tests.po import Entry, messages_in_source, read_po, strangers_in_source
from tournaments.api.serializers import ResultSerializer

ROOT = Path(__file__).resolve().parent.parent
A_MAN = re.compile(r"\b(he|him|his|himself)\b", re.IGNORECASE)
A_MAN_IN_DANISH = re.compile(r"\b(han|ham|hans)\b", re.IGNORECASE)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{[\w:]*\}")


def languages():
    """Every language but the source's, English."""
    return [code for code, _name in settings.LANGUAGES if code != "en"]


def folder(language):
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES"


@pytest.mark.parametrize("language", languages())
def test_every_text_of_the_program_is_translated(language):
    translated = {
        (entry.context, entry.msgid)
        for entry in read_po(folder(language) / "django.po")
        if all(entry.msgstrs) and not entry.fuzzy
    }
    assert sorted(messages_in_source(ROOT) - translated) == []


def test_every_text_is_marked_by_a_name_that_is_looked_for():
    assert strangers_in_source(ROOT) == set()


@pytest.mark.parametrize("language", languages())
def test_the_compiled_translations_are_those_of_the_source(language):
    with (folder(language) / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    expected: dict[str | tuple[str, int], str] = {}
    for entry in read_po(folder(language) / "django.po"):
        if entry.fuzzy or not entry.msgid:
            continue
        key = f"{entry.context}\x04{entry.msgid}" if entry.context else entry.msgid
        if entry.plural is None:
            expected[key] = entry.msgstrs[0]
        else:
            expected.update({(key, n): text for n, text in enumerate(entry.msgstrs)})
    assert {key: text for key, text in compiled.items() if key} == expected


@pytest.mark.parametrize("language", languages())
def test_placeholders_survive_translation(language):
    lost = []
    for entry in read_po(folder(language) / "django.po"):
        wanted = set(PLACEHOLDER.findall(entry.msgid + (entry.plural or "")))
        for text in entry.msgstrs:
            there = set(PLACEHOLDER.findall(text))
            if entry.msgid and (there - wanted or (wanted - there and entry.plural is None)):
                lost.append(entry.msgid)
    assert lost == []


def test_no_text_takes_a_player_or_a_director_for_a_man():
    texts = {msgid for _context, msgid in messages_in_source(ROOT)}
    assert [text for text in sorted(texts) if A_MAN.search(text)] == []


def test_no_danish_text_takes_a_player_or_a_director_for_a_man():
    texts = {msgid for _context, msgid in messages_in_source(ROOT)}
    danish = [entry for entry in read_po(folder("da") / "django.po") if entry.msgid in texts]
    assert [e.msgid for e in danish if any(map(A_MAN_IN_DANISH.search, e.msgstrs))] == []


def test_danish_quotes_are_danish():
    texts = {msgid for _context, msgid in messages_in_source(ROOT)}
    danish = [entry for entry in read_po(folder("da") / "django.po") if entry.msgid in texts]
    assert [e.msgid for e in danish if re.search("[“”„]", "".join(e.msgstrs))] == []


def test_the_api_refuses_a_field_in_danish():
    sent = [
        {"id": "x", "deal": "x", "base": "x", "line": [], "record": 1, "withdrawn": "x"},
        {"id": 1, "deal": 0, "base": -1, "line": "x" * 21, "reason": "\ud800", "claimed_at": "x"},
        {"deal": 1000, "base": None, "reason": "\x00", "claimed_at": "0001-01-01T00:00:00+14:00"},
    ]

    def refused(language):
        with override(language):
            serializers = [ResultSerializer(data=data) for data in sent]
            assert not any(serializer.is_valid() for serializer in serializers)
            return [
                (field, fault)
                for serializer in serializers
                for field, faults in serializer.errors.items()
                for fault in map(str, faults)
            ]

    danish, english = refused("da"), refused("en")
    assert len(english) >= 15
    assert [fault for fault in danish if fault in english] == []


# --- the reader itself --------------------------------------------------------------------

SAMPLE = """msgid ""
msgstr "Language: da\\n"

#: somewhere
msgctxt "cards"
msgid "suit"
msgstr "farve"

#, fuzzy
msgid "guess"
msgstr "gæt"

msgid "one %(n)s deal"
msgid_plural ""
"%(n)s "
"deals"
msgstr[0] "et spil"
msgstr[1] ""

#~ msgid "gone"
#~ msgstr "væk"
"""


def test_the_reader_reads_contexts_plurals_lines_and_flags(tmp_path):
    path = tmp_path / "django.po"
    path.write_text(SAMPLE, encoding="utf-8")
    assert read_po(path) == [
        Entry(msgid="", msgstrs=["Language: da\n"]),
        Entry(context="cards", msgid="suit", msgstrs=["farve"]),
        Entry(msgid="guess", msgstrs=["gæt"], fuzzy=True),
        Entry(msgid="one %(n)s deal", plural="%(n)s deals", msgstrs=["et spil", ""]),
    ]


def test_a_name_that_nobody_looks_for_is_found(tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "a.py").write_text(
        "from x import gettext as _, gettext_lazy as _lazy, ngettext\n"
    )
    assert strangers_in_source(tmp_path) == {"_lazy"}


def test_texts_are_found_in_python_and_in_templates(tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "a.py").write_text(
        "_('a ' 'b'); gettext_lazy(\n'c'); ngettext('one', 'many', n)\n"
        "pgettext('cards', 'suit'); _(variable); other('no')\n"
    )
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "a.html").write_text(
        "{% translate 'd (e) f' %} {% translate \"it's\" as x %} {{ _('g') }}"
        "{% blocktranslate trimmed with n=1 %}\n h {{ n }}\n i\n{% endblocktranslate %}"
        "{% blocktranslate count n=1 %}one{{ n }}{% plural %}more{% endblocktranslate %}"
        "{% translate 'suit' context 'clothes' %} 100%"
    )
    assert messages_in_source(tmp_path) == {
        *(("", text) for text in ("a b", "c", "one", "d (e) f", "it's", "g", "h %(n)s i")),
        ("", "one%(n)s"),
        ("cards", "suit"),
        ("clothes", "suit"),
    }
