"""The paper of a batch: a sheet for each who gets no e-mail."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.utils import translation
from django.utils.translation import gettext

from lhombre_club import printing
from lhombre_club.club_words.speaking import spoken
from lhombre_club.members.alphabet import danish_key
from lhombre_club.members.models import Club, Membership
from lhombre_club.printing import CannotPrintError, Paper
from lhombre_club.printing.models import Job
from tournaments.letters.domain.sending import filled
from tournaments.models import Letter
from tournaments.papers.content import stating
from tournaments.papers.documents.of_club import about_of, plain_paper

KIND: Final = "letters"


def register() -> None:
    """Let a worker print letters; members' own links may stand in them."""
    printing.register(KIND, stating(paper), secret=True)


def ask_for_letters(*, club: Club, batch: UUID, deed: str, actor: str) -> Job:
    """Ask for what of a batch goes on paper; who may do ``deed`` opens it."""
    params = {"club": str(club.pk), "letters": str(batch), "deed": deed}
    title = gettext("Letters on paper")
    return printing.request_paper(kind=KIND, params=params, title=title, actor=actor)


def paper(params: Mapping[str, Any]) -> Paper:
    """Build the letters of a batch that go to nobody by e-mail, in the order of the names."""
    about = about_of(params, of_season=False)
    rows = Letter.objects.filter(club=about.club, batch=params["letters"], email="")
    letters = list(rows.select_related("person", "club"))
    if not letters:
        raise CannotPrintError("no letter goes on paper")
    of_club = Membership.objects.filter(club=about.club, person__letters__in=letters)
    members = {row.person_id: row for row in of_club.select_related("club", "person")}
    letters.sort(key=lambda each: danish_key(each.person.full_name))
    with translation.override(about.language), spoken(about.club.words):
        sheets = [_sheet(each, members[each.person_id]) for each in letters]
        return plain_paper(about, "letters.html", gettext("Letters on paper"), letters=sheets)


def _sheet(letter: Letter, membership: Membership) -> Mapping[str, Any]:
    """Return name, address, subject and the paragraphs of a letter, each as its lines."""
    text = filled(letter, membership)
    return {
        "name": letter.person.full_name,
        "address": [each.strip() for each in letter.person.address.split(",") if each.strip()],
        "subject": letter.subject,
        "paragraphs": [each.split("\n") for each in text.split("\n\n")],
    }
