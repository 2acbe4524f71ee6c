"""How a club usually plays, in words."""

from collections.abc import Iterator

from django.conf import settings
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules import RuleSet
from scoring.kind import Setting
from scoring.rasle import SITTER_PAYS
from scoring.sequence import KINDS
from tournaments.book.begun import Preset
from tournaments.models import Event
from tournaments.sheets import account_words
from tournaments.words import wording
from tournaments.words.figures import per_point
from tournaments.words.options import differs


def told(preset: Preset, rules: RuleSet) -> list[str]:
    """Return what an event gets that starts from a preset, one sentence after another."""
    return [
        f"{wording.title(rules)}. {differs(rules)}".strip(),
        f"{_account(preset)}.",
        f"{_size(preset)}.",
        f"{_money(preset)}.",
        *_more(preset),
    ]


def _account(preset: Preset) -> str:
    kind = KINDS[preset.accounting]
    said = [str(account_words.KINDS[kind.key].name)]
    said += [_setting(preset, each) for each in kind.settings if each.key in preset.settings]
    return capfirst("; ".join(said))


def _setting(preset: Preset, setting: Setting[object]) -> str:  # type: ignore[type-var]
    """Return a setting with what it is set to."""
    words, value = account_words.SETTINGS[setting.key], preset.settings[setting.key]
    if setting is SITTER_PAYS or isinstance(value, bool):
        shown = _("yes") if value else _("no")
    elif value is None:
        shown = _("no limit")
    else:
        shown = str(words.choices.get(str(value), value))
    return f"{words.label}: {shown}"


def _size(preset: Preset) -> str:
    deals = ngettext("%(count)d deal", "%(count)d deals", preset.deals) % {"count": preset.deals}
    says = ngettext("%(count)d round of %(deals)s", "%(count)d rounds of %(deals)s", preset.rounds)
    return says % {"count": preset.rounds, "deals": deals}


def _money(preset: Preset) -> str:
    if preset.unit is None:
        return _("Not played for money")
    facts = {
        "unit": per_point(preset.unit),
        "smallest": Event.Smallest(preset.smallest).label,
    }
    return _("%(unit)s, rounded to %(smallest)s") % facts


def _more(preset: Preset) -> Iterator[str]:
    if preset.season is not None:
        yield _("Season: %(season)s.") % {"season": preset.season.name}
    language = dict(settings.LANGUAGES).get(preset.language, preset.language)
    yield _("Papers: %(language)s.") % {"language": language}
