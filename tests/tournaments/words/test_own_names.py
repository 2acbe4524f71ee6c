"""Clubs see their own names of contracts, on every page and paper that names one."""

import html
import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils.translation import override

from rules import RULESETS, derive
from tests import make
from tests.tournaments.papers.documents import scene
from tournaments.models import Event, Table
from tournaments.typed.written import contracts, word
from tournaments.words import wording

ENGLISH = {"accept-language": "en"}
PAGES = ("table", "phone", "recap", "account")
OWN = [(slug, contract) for slug, names in wording.OWN_NAMES.items() for contract in names]


@pytest.mark.parametrize(("slug", "contract"), OWN)
def test_an_own_name_is_that_of_a_contract_that_is_played(slug, contract):
    every = RULESETS[slug].changed({name: True for name in ("kaske",) if slug == "lomber"})
    assert every.terms(contract)
    name = wording.contract(contract, every)
    assert name == wording.OWN_NAMES[slug][contract]
    assert wording.contract(contract, derive(every, "ours")) == name
    assert contracts(every)[word(name)] == contract


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slug", wording.OWN_NAMES)
def test_pages_and_papers_name_contracts_as_their_players_do(director_client, club, slug):
    event = make.make_released_event(club, tables=1, ruleset=slug, language="en")
    table = Table.objects.get(round__event=event)
    own = {name: own for name, own in wording.OWN_NAMES[slug].items() if RULESETS[slug].terms(name)}
    for deal, contract in enumerate(own, start=1):
        record: dict[str, Any] = {"declarer": deal % 4, "contract": contract, "outcome": "won"}
        make.enter(table, deal, record)
    with override("en"):
        usual = {str(wording.CONTRACTS[name]) for name in own} - {*own.values()}
    shown = {name: director_client.get(reverse(f"tournaments:{name}", args=[table.pk]),
             headers=ENGLISH).content.decode() for name in PAGES}  # fmt: skip
    shown["crib"] = scene.text(scene.pdf("crib", Event.objects.get()))
    shown["score-sheet"] = scene.text(scene.pdf("score-sheet", Event.objects.get()))
    for place, text in shown.items():
        plain = re.sub(r"[\s-]+", " ", html.unescape(text)).lower()
        for name in sorted(own.values(), key=len, reverse=True):
            assert name.replace("-", " ") in plain, (place, name)
            plain = plain.replace(name.replace("-", " "), "")
        for name in usual:
            said = re.search(rf"(?<![\w]){re.escape(name.replace('-', ' '))}[,:]", plain)
            assert not said, (place, name)
