"""The hidden fields of every form that is posted, and where a page can be fetched again."""

import uuid

from django import template
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from lhombre_club.members.once import CAME_FROM, FIELD, came_from

register = template.Library()


def new_mark() -> str:
    """Return a mark that no other form has."""
    return uuid.uuid4().hex


@register.simple_tag(takes_context=True)
def csrf_token(context: Context) -> SafeString:
    """Draw Django's own field of this name, and the mark by which a form is stored once.

    A form in the answer to a form has the page that it came from too.
    """
    request, hidden = context.get("request"), '<input type="hidden" name="{}" value="{}">'
    fields = [(FIELD, new_mark())]
    if request is not None and request.method == "POST":
        fields.append((CAME_FROM, came_from(request)))
    return mark_safe(CsrfTokenNode().render(context)) + format_html_join("", hidden, fields)  # noqa: S308 - it is Django's own


@register.simple_tag(takes_context=True)
def here(context: Context) -> str:
    """Return where this page can be fetched again: of an answer to a form, the form's page.

    Empty where there is no request, as on the page of a fault.
    """
    request = context.get("request")
    if request is None:
        return ""
    return came_from(request) if request.method == "POST" else request.get_full_path()
