"""Slips with each member's own link, to be cut apart and handed out: for who has no e-mail too."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from lhombre_club.club_words.speaking import spoken
from lhombre_club.members.alphabet import danish_key
from lhombre_club.members.domain import tokens_of
from lhombre_club.printing import Paper
from tournaments.papers.documents.cut.cutting import Cut, fitting, pages
from tournaments.papers.documents.of_club import about_of, plain_paper
from tournaments.papers.score_sheet import drawing
from tournaments.words.figures import short

KIND: Final = "link-slips"
EIGHTHS: Final = Cut(columns=2, rows=4)


@dataclass(frozen=True, slots=True)
class Slip:
    """What one member is given."""

    name: str
    size: str
    code: drawing.Code
    address: str


def address_of(token: str) -> str:
    """Return the address that a token of a member's link is in."""
    return f"{settings.PUBLIC_URL}{reverse('tournaments:personal', args=[token])}"


def paper(params: Mapping[str, Any]) -> Paper:
    """Build the sheets of slips; of links that were renewed or closed since there is none."""
    about = about_of(params, of_season=False)
    of_sheet = tokens_of(about.club, params.get("sheet", ""))
    made = sorted(of_sheet.items(), key=lambda each: danish_key(each[0].full_name))
    slips = [
        Slip(
            name=short(person.full_name),
            size=fitting(person.full_name),
            code=drawing.qr_code(address_of(token)),
            address=address_of(token),
        )
        for person, token in made
    ]
    with translation.override(about.language), spoken(about.club.words):
        title = _("Slips with a link for each member")
        cut = pages(slips, EIGHTHS)
        return plain_paper(about, "link-slips.html", title, cut=EIGHTHS, pages=cut)
