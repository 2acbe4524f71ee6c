"""Suits, signed figures and the mark of the current page."""

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html

MINUS = "\N{MINUS SIGN}"

register = template.Library()


@register.inclusion_tag("includes/suit.html")
def suit(code: str) -> dict[str, str]:
    """Draw a suit, ``S H D C``, in the size and colour of the text around it."""
    return {"code": code}


@register.filter
def signed(points: int | None) -> str:
    """Write points as a score sheet does: ``+3``, ``0``, and a true minus sign.

    >>> signed(3), signed(0), signed(None)
    ('+3', '0', '')
    """
    if points is None:
        return ""
    return f"{points:+d}".replace("-", MINUS) if points else "0"


@register.filter
def figure(points: int | None) -> str:
    """Write points without a plus, with a true minus sign.

    >>> figure(12), figure(None)
    ('12', '')
    """
    return "" if points is None else str(points).replace("-", MINUS)


@register.simple_tag(takes_context=True)
def current(context: Context, name: str) -> str:
    """Mark the menu entry of the page that is shown."""
    path = context["request"].path
    address = reverse(name)
    here = path == address or (address != "/" and path.startswith(address))
    return format_html('aria-current="{}"', "page") if here else ""
