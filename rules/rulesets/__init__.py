"""The published rule sets, by id; the default is the first."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.ruleset import RuleSet
from rules.rulesets.dlu import DLU
from rules.rulesets.familie import FAMILIE
from rules.rulesets.hoem import HOEM
from rules.rulesets.klub import KLUB
from rules.rulesets.lomber import LOMBER

RULESETS: Mapping[str, RuleSet] = MappingProxyType(
    {ruleset.id: ruleset for ruleset in (DLU, FAMILIE, KLUB, HOEM, LOMBER)}
)
