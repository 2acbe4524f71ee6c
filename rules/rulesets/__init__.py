"""The published rule sets, by id; the default is the first.

Each is a file of this folder with its ``RULESET``, and may say its ``PLACE`` in the list. Those
without stand behind the others, in the order of their files.
"""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from rules.ruleset import RuleSet

LAST = 1000


def found() -> Mapping[str, RuleSet]:
    """The rule sets in the files that are there. Raises ``ValueError`` if two have the same id."""
    modules = [import_module(f"{__name__}.{each.name}") for each in iter_modules(__path__)]
    modules.sort(key=lambda module: getattr(module, "PLACE", LAST))
    rulesets = [module.RULESET for module in modules]
    by_id: dict[str, RuleSet] = {ruleset.id: ruleset for ruleset in rulesets}
    if len(by_id) < len(rulesets):
        raise ValueError("two rule sets have the same id")
    return MappingProxyType(by_id)


RULESETS = found()
"""The published rule sets, by id."""


def parent_of(ruleset: RuleSet) -> RuleSet | None:
    """The published rule set that ``ruleset`` is a changed copy of.

    None if it is no copy, or if its parent is no longer published in that version.
    """
    slug, _, version = ruleset.derived_from.partition(" ")
    parent = RULESETS.get(slug)
    return parent if parent and str(parent.version) == version else None
