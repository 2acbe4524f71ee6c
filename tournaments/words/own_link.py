"""A member's own link in a letter: put in when it goes, and shown as words until then."""

from typing import Final

from django.utils.translation import gettext as _

ANSWER: Final = "{{answer}}"
"""Stands for the link in a letter: what opens something is not kept."""


def masked(text: str) -> str:
    """Return a text without the link that is nobody's but the reader's."""
    return text.replace(ANSWER, _("(the member’s own link)"))
