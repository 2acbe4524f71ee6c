"""Deeds of a club about how it usually plays: its presets, and the rules it has made itself."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from django.db import transaction
from django.utils.text import slugify

from lhombre_club.members.models import Club
from lhombre_club.refusal import Refusal
from rules import Contract, RuleSet
from tournaments.book.begun import Preset
from tournaments.book.presets import options_in, stored_presets
from tournaments.club.reasons import ClubReason
from tournaments.models import ClubPreset, OwnRules

OWN: Final = "own-"
"""Begins the id of every rule set of a club's own; none that is published begins so."""
LONGEST_SLUG: Final = 30
Numbers: TypeAlias = Mapping[Contract, Mapping[str, Any]]
"""By contract the amounts that are said otherwise, by the field of its terms."""


@transaction.atomic
def keep_preset(*, club: Club, preset: Preset, row: ClubPreset | None, actor: str) -> ClubPreset:
    """Store a preset: a new one at the end of the list, or in the place of ``row``.

    Refused for SAME_NAME.
    """
    del actor  # a preset has no log: the events that are made from it have
    known = _held(club)
    name = str(preset.title)
    others = [each for each in known if row is None or each.pk != row.pk]
    if any(each.name.casefold() == name.casefold() for each in others):
        raise Refusal(ClubReason.SAME_NAME)
    last = max(each.place for each in known)
    held = (each for each in known if row is not None and each.pk == row.pk)
    kept = next(held, ClubPreset(club=club, place=last + 1))
    kept.name, kept.kind = name, preset.kind
    kept.rules, kept.options = preset.ruleset, options_in(preset.rules) if preset.rules else {}
    kept.accounting, kept.settings = preset.accounting, dict(preset.settings)
    kept.unit, kept.smallest, kept.start = preset.unit, preset.smallest, preset.start
    kept.deals, kept.rounds = preset.deals, preset.rounds
    kept.season, kept.language = preset.season, preset.language
    kept.save()
    return kept


@transaction.atomic
def remove_preset(*, row: ClubPreset, actor: str) -> None:
    """Take a preset off the list; events that were made from it stay. Refused for LAST."""
    del actor
    if len(_held(row.club)) == 1:
        raise Refusal(ClubReason.LAST)
    row.delete()


@transaction.atomic
def put_first(*, row: ClubPreset, actor: str) -> None:
    """Let a preset be the one that stands first, which is what the club usually plays."""
    del actor
    others = [each for each in _held(row.club) if each.pk != row.pk]
    for place, each in enumerate([row, *others]):
        ClubPreset.objects.filter(pk=each.pk).update(place=place)


def _held(club: Club) -> list[ClubPreset]:
    """Return the club's presets, all of them stored, while nobody else changes them."""
    Club.objects.select_for_update().get(pk=club.pk)
    stored_before = set(ClubPreset.objects.filter(club=club).values_list("pk", flat=True))
    rows = stored_presets(club)
    for row in rows:
        if row.pk not in stored_before:
            row.save(force_insert=True)
    return rows


@transaction.atomic
def keep_own_rules(
    *, club: Club, base: RuleSet, rules: RuleSet, name: str, seen: int | None, actor: str
) -> OwnRules:
    """Store what a director made of ``base`` under a name of the club's own.

    ``seen`` None: it is a new rule set; else ``base`` is the club's own, and this is its next
    version after the one that was seen. Events keep the copy that they began with. Refused for
    SAME_RULES, and for STALE where there is a newer version than the one that was seen.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    newest = {row.slug: row for row in OwnRules.objects.filter(club=club)}  # in their order
    mine = newest[base.id] if seen is not None else None
    if mine is not None and mine.version != seen:
        raise Refusal(ClubReason.STALE)
    slug = mine.slug if mine else _free(name, set(newest))
    others = [row for row in newest.values() if row.offered and row.slug != slug]
    if any(row.ruleset["name"].casefold() == name.casefold() for row in others):
        raise Refusal(ClubReason.SAME_RULES)
    made = replace(
        rules,
        id=slug,
        version=mine.version + 1 if mine else 1,
        name=name,
        derived_from=base.derived_from or f"{base.id} {base.version}",
    )
    return OwnRules.objects.create(
        club=club, slug=slug, version=made.version, ruleset=made.to_json(), actor=actor
    )


def _free(name: str, taken: set[str]) -> str:
    """Return an id that says the name, and that no rules of the club have, put away or not."""
    wanted = f"{OWN}{slugify(name)[:LONGEST_SLUG]}".rstrip("-_")
    numbered = (f"{wanted}-{number}" for number in range(2, len(taken) + 3))
    return next(slug for slug in (wanted, *numbered) if slug not in taken)


@transaction.atomic
def put_away(*, club: Club, slug: str, actor: str) -> None:
    """Offer rules of the club's own no longer; refused for USED while a preset plays by them."""
    del actor
    user = next((row for row in stored_presets(club) if row.rules == slug), None)
    if user is not None:
        raise Refusal(ClubReason.USED, preset=user.name)
    OwnRules.objects.filter(club=club, slug=slug).update(offered=False)


def with_numbers(
    rules: RuleSet, numbers: Numbers, prices: Mapping[str, int], tout_value: int
) -> RuleSet:
    """Return the rules with other amounts; ``prices`` are those of the cards for a tourné.

    Raises ``ValueError`` for what no rules can say.
    """
    contracts = tuple(
        replace(terms, **numbers.get(terms.contract, {})) for terms in rules.contracts
    )
    cards = tuple(replace(each, pinde=prices[each.card]) for each in rules.tourne_cards)
    return replace(rules, contracts=contracts, tourne_cards=cards, tout_value=tout_value)
