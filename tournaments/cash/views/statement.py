"""A bank's statement: pasted, shown with whose dues each line may be, and taken into the book."""

from collections.abc import Iterable, Iterator
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from lhombre_club.members.access import DirectorRequest, may
from lhombre_club.members.models import Person
from lhombre_club.members.offices import Deed
from tournaments.cash.domain.book import BANK
from tournaments.cash.domain.statement import Known, Line, LinesRefusal, take
from tournaments.cash.forms import StatementForm
from tournaments.cash.pages.statement import BY_HAND, Answered, statement_lines
from tournaments.cash.queries.book import accounts
from tournaments.models import CashAccount, HalfSeason, Voucher


@never_cache
@may(Deed.CASH)
def page(request: DirectorRequest) -> HttpResponse:
    """Ask for a statement, show what it would do, and do what is confirmed."""
    own = accounts(request.club)
    boxes = [each for each in own if each.holds_money]
    if not boxes:
        return redirect("tournaments:cash")
    bank = next((each.pk for each in boxes if each.key == BANK), boxes[0].pk)
    form = StatementForm(boxes, request.POST or None, initial={"bank": bank})
    if request.method == "POST" and form.is_valid():
        return (_taken if "sure" in request.POST else _shown)(request, form, own)
    status = 400 if form.errors else 200
    return render(request, "cash/statement.html", {"form": form}, status=status)


def _shown(
    request: DirectorRequest,
    form: StatementForm,
    own: list[CashAccount],
    refused: LinesRefusal | None = None,
) -> HttpResponse:
    """Show what each line may be; where it was ``refused``, with all that was chosen."""
    bank, lines = form.cleaned_data["bank"], form.cleaned_data["lines"]
    answered = Answered(_said(request, lines), refused.lines) if refused else None
    shown = statement_lines(request.club, lines, answered)
    context = {
        "lines": shown,
        "any_new": not all(row.taken for row in shown),
        "others": [(str(each.pk), each.name) for each in own if each.pk != bank.pk],
        "pasted": request.POST["lines"],
        "bank": bank,
        "refused": refused,
    }
    status = refused.reason.status if refused else 200
    return render(request, "cash/statement.html", context, status=status)


def _said(request: DirectorRequest, lines: list[Line]) -> dict[str, str]:
    """Return what was chosen of each line, by digest."""
    return {each.digest: request.POST.get(f"line-{each.digest}", "") for each in lines}


def _taken(request: DirectorRequest, form: StatementForm, own: list[CashAccount]) -> HttpResponse:
    bank = form.cleaned_data["bank"]
    chosen = dict(_chosen(request, form.cleaned_data["lines"], own, bank))
    try:
        new, there = take(bank=bank, lines=chosen, actor=request.user.actor)
    except LinesRefusal as refusal:
        return _shown(request, form, own, refusal)
    says = ngettext("%(count)d line is booked.", "%(count)d lines are booked.", new)
    told = says % {"count": new}
    if there:
        again = _("%(count)d stood in the book already, and were left as they are.")
        told = f"{told} {again % {'count': there}}"
    messages.success(request, told)
    return redirect("tournaments:cash")


def _chosen(
    request: DirectorRequest, lines: list[Line], own: list[CashAccount], bank: CashAccount
) -> Iterator[tuple[Line, Known]]:
    """Yield what each line is to be, of those that are not left."""
    by_key = {str(each.pk): each for each in own if each.pk != bank.pk}
    halves = {str(each.pk): each for each in HalfSeason.objects.filter(club=request.club)}
    people = {str(each.pk): each for each in Person.objects.filter(memberships__club=request.club)}
    all_said = _said(request, lines)
    vouchers = _vouchers(request, all_said.values())
    for line in lines:
        said = all_said[line.digest]
        half, *keys = said.split() or [""]
        if said in by_key:
            yield line, by_key[said]
        elif said in vouchers:
            yield line, vouchers[said]
        elif line.amount > 0 and half in halves and keys and people.keys() >= set(keys):
            first, *others = (people[key] for key in dict.fromkeys(keys))
            yield line, (halves[half], first, *others)


def _vouchers(request: DirectorRequest, said: Iterable[str]) -> dict[str, Voucher]:
    """Return those vouchers that lines are said to be, by what is said."""
    keys = [each.removeprefix(f"{BY_HAND} ") for each in said if each.startswith(BY_HAND)]
    rows = Voucher.objects.filter(club=request.club, pk__in=filter(_is_key, keys))
    return {f"{BY_HAND} {each.pk}": each for each in rows}


def _is_key(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
