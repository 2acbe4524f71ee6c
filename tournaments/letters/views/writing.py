"""Letters are written: shown first, tried on oneself, then sent."""

from smtplib import SMTPException
from typing import Final

from django.contrib import messages
from django.core import mail
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from lhombre_club.environment import sends_mail
from lhombre_club.lately import one_more
from lhombre_club.members.access import DirectorRequest, may
from lhombre_club.members.offices import Deed
from lhombre_club.refusal import Refusal, messages_about
from lhombre_club.visitors import open_only_here
from lhombre_club.web import shown_first
from tournaments.letters.domain import outbox
from tournaments.letters.forms import LetterForm, TryForm
from tournaments.letters.pages import shown
from tournaments.letters.preview import Draft
from tournaments.letters.reasons import LetterReason
from tournaments.letters.words import MAY, TITLES
from tournaments.models import Letter
from tournaments.words.own_link import masked

MOST_TESTS: Final = 10
TEST: Final = "test"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@may(Deed.LETTERS)
def write(request: DirectorRequest, kind: str, about: str) -> HttpResponse:
    """Show who gets which letter; by POST send a test, or what was shown."""
    if kind not in Letter.Kind.values or MAY[kind] not in request.may:
        raise Http404
    form = LetterForm(request.club, kind, about, request.POST or None)
    trying = TryForm(initial={"to": request.user.email})
    if request.method == "POST" and form.is_valid():
        if TEST in request.POST:
            trying = TryForm(request.POST)
            if trying.is_valid():
                _try(request, form.drafts(), trying.cleaned_data["to"])
        elif shown_first.confirmed(request, form.asked()):
            batch = outbox.write(topic=form.topic, drafts=form.drafts(), actor=request.user.actor)
            if not sends_mail():
                messages.success(request, _("The letters are written down."))
            else:
                messages.success(request, _("The letters are on their way."))
            return redirect("tournaments:letters-batch", batch)
    lines = shown.lines(form.drafts())
    context = {
        "title": TITLES[kind],
        "form": form,
        "trying": trying,
        "lines": lines,
        "by_mail": sum(bool(each.email) for each in lines),
        "no_server": not sends_mail(),
        "on_paper": sum(not each.email for each in lines),
        "subject": form.drafts()[0].subject if lines else "",
        "seen": shown_first.mark(form.asked()) if lines else "",
        "open_only_here": shown.lead_here(form.drafts()) and open_only_here(),
    }
    status = 400 if form.errors or trying.errors else 200
    return render(request, "letters/write.html", context, status=status)


def _try(request: DirectorRequest, drafts: list[Draft], to: str) -> None:
    """Send the first letter to whoever writes it, without the link that is the member's alone."""
    with messages_about(request, _("The test is sent to %(address)s.") % {"address": to}):
        if not drafts:
            raise Refusal(LetterReason.NOBODY)
        if one_more(f"letter-test:{request.user.pk}") > MOST_TESTS:
            raise Refusal(LetterReason.TESTED_OFTEN)
        subject = _("Test: %(subject)s") % {"subject": drafts[0].subject}
        message = mail.EmailMessage(subject, masked(drafts[0].text), to=[to])
        try:
            message.send()
        except (SMTPException, OSError, ValueError) as error:
            raise Refusal(LetterReason.TEST_FAILED) from error
