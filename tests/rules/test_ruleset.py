"""A rule set is a value: written, read back, copied, and refused where it makes no sense."""

import json
from dataclasses import FrozenInstanceError, replace
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import (
    RULESETS,
    Contract,
    Outcome,
    RuleSet,
    derive,
    differences,
    parent_of,
    read_result,
    rulesets,
    settle,
)
from rules.contracts import Trait
from rules.table import table

DLU = RULESETS["dlu"]
SPIL = DLU.contracts[0]
PUBLISHED = {
    "dlu": (2, "25f72df59b00"),
    "familie": (1, "cea7a85d0adf"),
    "klub": (1, "b35bde615569"),
    "hoem": (1, "006a8b8e9a33"),
    "lomber": (1, "757a55baf538"),
}
DIGEST_OF_DLU_1 = "34d9d5868ec1b9a9d9f3f84f0e3e77ce0b8f407be108e46e1c4f36d87a93044f"


def test_dlu_is_published_and_cannot_be_changed():
    assert list(RULESETS) == ["dlu", "familie", "klub", "hoem", "lomber"]
    with pytest.raises(TypeError):
        RULESETS["own"] = DLU  # type: ignore[index]
    with pytest.raises(FrozenInstanceError):
        DLU.tout_value = 2  # type: ignore[misc]


def test_what_events_have_stored_stays_what_it_was():
    """Change a rule set only with a new version: events know it by its digest."""
    assert {name: (one.version, one.digest[:12]) for name, one in RULESETS.items()} == PUBLISHED


def test_a_copy_stored_before_the_auction_was_known_is_still_read():
    """Version 1 of dlu said what a result is worth, and nothing of bids and cards."""
    written: dict[str, Any] = DLU.to_json() | {"version": 1}
    for key in ("lowest_in_group", "equal_by_name"):
        del written[key]
    for terms in written["contracts"]:
        for key in ("rank", "group", "becomes", "both_aces", "ouvert"):
            terms.pop(key, None)
    first = RuleSet.from_json(json.loads(json.dumps(written)))
    assert first.digest == DIGEST_OF_DLU_1
    record = read_result(
        {"players": 4, "dealer": 0, "declarer": 1, "contract": "solo", "outcome": "kodille"}, first
    )
    assert settle(record, first).declarers[0].value == -4


def test_the_digest_is_of_the_canonical_json():
    text = json.dumps(DLU.to_json(), sort_keys=True, separators=(",", ":"))
    assert DLU.digest == sha256(text.encode()).hexdigest()


@given(
    st.builds(
        replace,
        st.just(DLU),
        version=st.integers(1, 99),
        name=st.text(),
        tout_value=st.integers(0, 9),
        players=st.sampled_from([(3,), (4,), (3, 4), (3, 4, 5)]),
        spadille_must_bid=st.booleans(),
        options=st.sampled_from([(), ("dealer_must_bid",)]),
        contracts=st.integers(1, 9).map(lambda n: DLU.contracts[:n]),
        derived_from=st.sampled_from(["", "dlu 1"]),
    )
)
def test_what_is_written_is_read_back(ruleset):
    text = json.dumps(ruleset.to_json())
    again = RuleSet.from_json(json.loads(text))
    assert again == ruleset
    assert again.digest == ruleset.digest


def test_a_field_at_its_default_is_not_written():
    assert "tout_value" not in DLU.to_json()
    assert "derived_from" not in DLU.to_json()
    assert replace(DLU, tout_value=2).to_json()["tout_value"] == 2


def with_first_terms(**changes):
    written = json.loads(json.dumps(DLU.to_json()))
    written["contracts"][0] |= changes
    return written


@pytest.mark.parametrize(
    "data",
    (
        None,
        [],
        {},
        DLU.to_json() | {"version": "1"},
        DLU.to_json() | {"version": True},
        DLU.to_json() | {"colour": 1},
        DLU.to_json() | {"players": [3, [4]]},
        DLU.to_json() | {"players": [3, 4.0]},
        DLU.to_json() | {"options": [1]},
        DLU.to_json() | {"options": ["no_such_option"]},
        DLU.to_json() | {"contracts": ["spil"]},
        with_first_terms(id="whist"),
        with_first_terms(aim="glory"),
        with_first_terms(won="1"),
        with_first_terms(won=True),
        with_first_terms(kodille=1.0),
        with_first_terms(colour=1),
    ),
)
def test_what_no_rule_set_says_is_refused(data):
    with pytest.raises(ValueError, match=r"\w"):
        RuleSet.from_json(data)


@pytest.mark.parametrize(
    ("changes", "said"),
    (
        ({"id": ""}, "id"),
        ({"id": "Our rules"}, "id"),
        ({"version": 0}, "version"),
        ({"players": ()}, "players"),
        ({"players": (4, 3)}, "players"),
        ({"players": (6,)}, "players"),
        ({"contracts": ()}, "at least one"),
        ({"contracts": (SPIL, replace(SPIL, letter="x"))}, "twice"),
        ({"contracts": (SPIL, replace(SPIL, contract=Contract.SOLO))}, "letter"),
        ({"options": ("no_such",)}, "no such option: no_such"),
        ({"contracts": (replace(SPIL, option="no_such"),)}, "no such option: no_such"),
        ({"one_four_four": Outcome.REMIS}, "one trick"),
    ),
)
def test_a_rule_set_that_makes_no_sense_cannot_exist(changes, said):
    with pytest.raises(ValueError, match=said):
        replace(DLU, **changes)


def test_a_club_derives_its_own():
    dear = replace(SPIL, won=2, bet=2)
    own = derive(DLU, "klubaften", name="Vores", contracts=(dear, *DLU.contracts[1:]), version=3)
    assert (own.id, own.version, own.derived_from) == ("klubaften", 3, "dlu 2")
    assert derive(own, "other").derived_from == "klubaften 3"
    assert own.name == "Vores"
    assert derive(own, "other").name == "other"
    assert own.digest != DLU.digest
    record = read_result(
        {"players": 3, "dealer": 0, "declarer": 0, "contract": "spil", "outcome": "kodille"}, own
    )
    assert settle(record, own).declarers[0].value == -3


def test_a_copy_needs_an_id_of_its_own():
    with pytest.raises(ValueError, match="id of its own"):
        derive(DLU, "dlu")


def test_terms_are_found_by_contract():
    assert DLU.terms("spil") == SPIL
    assert DLU.terms("whist") is None


def test_a_contract_may_know_no_kodille():
    strict = replace(SPIL, kodille=None)
    assert strict.outcomes == (Outcome.WON, Outcome.BET)
    with pytest.raises(ValueError, match="cannot end in kodille"):
        strict.value(Outcome.KODILLE)
    own = derive(DLU, "strict", contracts=(strict,))
    record = read_result(
        {"players": 3, "dealer": 0, "declarer": 0, "contract": "spil", "tricks": [0, 9, 0]}, own
    )
    assert settle(record, own).declarers[0].outcome is Outcome.BET


def test_a_copy_says_in_what_it_differs_from_its_parent():
    cheap = tuple(replace(t, won=1, bet=1) if t.contract == "tourne" else t for t in DLU.contracts)
    own = derive(DLU, "own", contracts=cheap[1:], dealer_must_bid=True)
    assert differences(DLU, own) == (
        "spil left out", "tourne won 2 → 1", "tourne bet 2 → 1", "dealer_must_bid false → true",
    )  # fmt: skip
    assert differences(own, DLU)[0] == "spil added"
    assert differences(DLU, replace(DLU, version=9, name="x")) == ()
    assert table(own).endswith(f"\nas dlu 2, but for: {'; '.join(differences(DLU, own))}\n")


def test_a_parent_is_known_while_it_is_published_in_that_version():
    own = derive(DLU, "own")
    assert parent_of(own) is DLU
    assert parent_of(DLU) is None
    assert parent_of(derive(own, "grandchild")) is None
    assert parent_of(replace(own, derived_from="dlu 1")) is None


def test_options_are_set_for_a_deal_or_a_table():
    familie = RULESETS["familie"]
    assert familie.changed({}) is familie
    own = familie.changed({"grand": True, "one_four_four": "won", "respekt_on": ["red_aces"]})
    assert own.terms("grand")
    assert not familie.terms("grand")
    assert own.one_four_four is Outcome.WON
    assert own.respekt_on == ("red_aces",)
    refused: tuple[dict[str, Any], ...] = (
        {"grand": 1}, {"one_four_four": "remis"}, {"respekt_on": "red_aces"}, {"grand": {}},
        {"respekt_on": [["red_aces"]]}, {"respekt_on": ["black_aces"]},
    )  # fmt: skip
    for wrong in refused:
        with pytest.raises(ValueError, match=r"\w"):
            familie.changed(wrong)
    with pytest.raises(KeyError, match="tout_value"):
        familie.changed({"tout_value": 2})


def test_the_same_options_come_to_the_same_rule_set_and_like_ones_do_not():
    familie = RULESETS["familie"]
    assert familie.changed({"grand": True}) is familie.changed({"grand": True})
    assert not familie.changed({"grand": False}).grand
    with pytest.raises(ValueError, match="grand"):
        familie.changed({"grand": 1})  # though it equals true
    other = replace(familie, tout_value=2)
    assert other.changed({"grand": True}).tout_value == 2


def test_what_is_asked_of_a_contract_is_the_usual_unless_its_terms_say_otherwise():
    lomber = RULESETS["lomber"]
    starred = {terms.contract for terms in lomber.contracts if terms.for_pot}
    assert starred == {"solo", "solo_spar", "ren_nolo", "nolo_ouvert"}
    assert all("traits" not in terms for terms in contracts_of(lomber))  # so old copies are read
    dear = tuple(
        replace(t, own_traits=(Trait.FOR_POT,) if t.contract is Contract.MORT else ())
        for t in lomber.contracts
    )
    own = derive(lomber, "own", contracts=dear)
    assert [t.contract for t in own.contracts if t.for_pot] == [Contract.MORT]
    assert contracts_of(own)[-1]["traits"] == ["for_pot"]
    assert RuleSet.from_json(own.to_json()) == own


def contracts_of(ruleset) -> Any:
    return ruleset.to_json()["contracts"]


def test_a_file_is_all_that_a_new_rule_set_needs(tmp_path, monkeypatch):
    text = (
        "from rules import derive\nfrom rules.rulesets.dlu import RULESET as DLU\n"
        'RULESET = derive(DLU, "{}", tout_value=2)\n'
    )
    (tmp_path / "a_club.py").write_text(text.format("club"))
    monkeypatch.setattr(rulesets, "__path__", [*rulesets.__path__, str(tmp_path)])
    assert list(rulesets.found()) == [*RULESETS, "club"]
    assert rulesets.found()["club"].tout_value == 2
    (tmp_path / "another_club.py").write_text(text.format("klub"))
    with pytest.raises(ValueError, match="same id"):
        rulesets.found()


def test_a_pot_belongs_to_rules_that_say_what_a_pass_pays_and_have_one_declarer():
    assert [name for name, one in RULESETS.items() if one.has_pot] == ["lomber"]
    assert derive(RULESETS["lomber"], "ours", pass_pays=False).has_pot
    assert derive(DLU, "ours", pass_pays=True).has_pot
    assert not derive(RULESETS["familie"], "ours", pass_pays=True).has_pot
