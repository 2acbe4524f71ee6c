"""What the club's page shows: its presets and the rules it has made itself."""

from dataclasses import dataclass

from lhombre_club.members.models import Club
from rules import RULESETS, RuleSet
from tournaments.book.presets import preset_of, rulesets_of, stored_presets
from tournaments.club.words import told
from tournaments.models import ClubPreset
from tournaments.words import wording
from tournaments.words.options import differs


@dataclass(frozen=True, slots=True)
class PresetLine:
    """A preset, and what an event gets from it."""

    row: ClubPreset
    says: list[str]


@dataclass(frozen=True, slots=True)
class RulesLine:
    """Rules that a club has made."""

    slug: str
    title: str
    version: int
    differs: str


@dataclass(frozen=True, slots=True)
class ClubShown:
    """Everything on the page but the name."""

    presets: list[PresetLine]
    own: list[RulesLine]
    bases: list[tuple[str, str]]
    """Id and title of what new rules can be made from."""


def shown(club: Club) -> ClubShown:
    """Return how the club usually plays; three queries."""
    offered = rulesets_of(club)
    presets = [(row, preset_of(row, offered)) for row in stored_presets(club)]
    return ClubShown(
        presets=[
            PresetLine(row, told(preset, preset.rules or offered[preset.ruleset]))
            for row, preset in presets
        ],
        own=[_line(rules) for slug, rules in offered.items() if slug not in RULESETS],
        bases=[(slug, wording.title(rules)) for slug, rules in offered.items()],
    )


def _line(rules: RuleSet) -> RulesLine:
    return RulesLine(rules.id, wording.title(rules), rules.version, differs(rules))
