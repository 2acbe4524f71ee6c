"""The hidden fields of every form that is posted, and where a page can be fetched again."""

import uuid
from typing import Final

from django import template
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe

from lhombre_club.members.once import CAME_FROM, FIELD, came_from

register = template.Library()
ANYBODYS: Final = SafeString("<fields>")
"""Stands for the fields where a page is drawn for everybody; whatever else somebody has written
is escaped there, and never reads like this."""


def new_mark() -> str:
    """Return a mark that no other form has."""
    return uuid.uuid4().hex


@register.simple_tag(takes_context=True)
def csrf_token(context: Context) -> SafeString:
    """Draw Django's own field of this name, and the mark by which a form is stored once.

    A form in the answer to a form has the page that it came from too. In what is drawn for
    everybody, with ``ANYBODYS`` as its token, they are left for ``with_fields``.
    """
    if context.get("csrf_token") == ANYBODYS:
        return ANYBODYS
    request, hidden = context.get("request"), '<input type="hidden" name="{}" value="{}">'
    fields = [(FIELD, new_mark())]
    if request is not None and request.method == "POST":
        fields.append((CAME_FROM, came_from(request)))
    return mark_safe(CsrfTokenNode().render(context)) + format_html_join("", hidden, fields)  # noqa: S308 - it is Django's own


def with_fields(request: HttpRequest, drawn: SafeString) -> SafeString:
    """Return what was drawn for everybody with the fields of who asks, of each form its own."""
    if ANYBODYS not in drawn:  # who is given no mark may be shown what all others are
        return drawn
    context = Context({"request": request, "csrf_token": get_token(request)})
    first, *others = drawn.split(ANYBODYS)
    return mark_safe("".join([first, *(csrf_token(context) + each for each in others)]))  # noqa: S308 -- drawn


@register.simple_tag(takes_context=True)
def here(context: Context) -> str:
    """Return where this page can be fetched again: of an answer to a form, the form's page.

    Empty where there is no request, as on the page of a fault.
    """
    request = context.get("request")
    if request is None:
        return ""
    return came_from(request) if request.method == "POST" else request.get_full_path()
