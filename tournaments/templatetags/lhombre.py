"""Suits, and the mark of the current page."""

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html

register = template.Library()


@register.inclusion_tag("includes/suit.html")
def suit(code: str) -> dict[str, str]:
    """Draw a suit, ``S H D C``, in the size and colour of the text around it."""
    return {"code": code}


@register.simple_tag(takes_context=True)
def current(context: Context, name: str) -> str:
    """Mark the menu entry of the page that is shown."""
    path = context["request"].path
    address = reverse(name)
    here = path == address or (address != "/" and path.startswith(address))
    return format_html('aria-current="{}"', "page") if here else ""
