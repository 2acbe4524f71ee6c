"""The published rule sets, by id."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.ruleset import RuleSet
from rules.rulesets.dlu import DLU

RULESETS: Mapping[str, RuleSet] = MappingProxyType({ruleset.id: ruleset for ruleset in (DLU,)})
