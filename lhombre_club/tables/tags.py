"""The tag around the content of every page: below its tables it offers them as files."""

from django import template
from django.http import HttpRequest
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from lhombre_club.tables import ASKED
from lhombre_club.tables.writing import KINDS

register = template.Library()


class WithTables(template.Node):
    """What stands between the tags, and below it the offer if there is a table in it."""

    def __init__(self, inside: NodeList) -> None:
        """Stand around ``inside``."""
        self.nodelist = inside

    def render(self, context: Context) -> SafeString:
        """Draw it; the answer to a form has no address at which it could be asked for again."""
        inside = self.nodelist.render(context)
        request: HttpRequest | None = context.get("request")
        if request is None or request.method != "GET" or "<table" not in inside:
            return inside
        offers = {f"as_{kind}": _asked(request, kind) for kind in KINDS}
        return mark_safe(inside + render_to_string("includes/tables.html", offers))  # noqa: S308 -- both are drawn


@register.tag
def taketables(parser: Parser, _token: Token) -> WithTables:
    """Read up to ``endtaketables``."""
    inside = parser.parse(("endtaketables",))
    parser.delete_first_token()
    return WithTables(inside)


def _asked(request: HttpRequest, kind: str) -> str:
    query = request.GET.copy()
    query[ASKED] = kind
    return query.urlencode()
