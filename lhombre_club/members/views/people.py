"""The list of members, and one member."""

import uuid
from dataclasses import asdict

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lhombre_club.members import domain, queries
from lhombre_club.members.access import DirectorRequest, may, member
from lhombre_club.members.details import FIELDS, LISTED, Kind
from lhombre_club.members.forms import MemberForm, SeatingWishForm
from lhombre_club.members.models import Membership, Person, ShownAs
from lhombre_club.members.namesakes import tagged
from lhombre_club.members.offices import Deed
from lhombre_club.members.own_fields import fields_of, initial
from lhombre_club.members.reasons import DetailsRefusedError
from lhombre_club.members.shown import previews
from lhombre_club.members.times_forms import ListForm, NoteForm

LEADS = "number"
"""It stands before the name, and the other columns after it."""
NAMED = "first_name"
"""It stands in the column of the name, where everything is shown."""


@require_safe
@never_cache
@may(Deed.MEMBERS)
def index(request: DirectorRequest) -> HttpResponse:
    """The members of the club, or those among them who are looked for."""
    form = ListForm(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    every = queries.members(request.club)
    shown = LISTED
    if asked.get("whole"):
        shown = tuple(field for field in FIELDS.values() if field.name != NAMED)
    columns = [field for field in shown if field.name != LEADS]
    own = fields_of(request.club)
    rows = []
    for row in queries.looked_for(every, asked.get("q", ""), asked.get("who", "")):
        known = domain.details_of(row)
        cells = [(field.kept.kind, known.shown(field.name)) for field in columns]
        cells += [(Kind.TEXT, row.own.get(str(field.pk), "")) for field in own]
        rows.append((row, cells))
    left = sum(row.is_left(queries.evening()) for row, _cells in rows)
    labels = [*(field.label for field in columns), *(field.label for field in own)]
    context = {"columns": labels, "rows": rows, "form": form, "any": bool(every), "left": left}
    context["whole"] = bool(asked.get("whole"))
    context["ends"] = any(row.left_on for row, _cells in rows)
    return render(request, "members/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@may(Deed.MEMBERS)
def add(request: DirectorRequest) -> HttpResponse:
    """Add a member by hand."""
    form = MemberForm(request.POST or None, own=fields_of(request.club))
    if request.method == "POST" and form.is_valid():
        name = form.details.full_name
        same = queries.namesakes(request.club, name)
        if same and request.POST.get("anyway") != name:
            asked = {"form": form, "same": same, "asked": name}
            return render(request, "members/edit.html", asked)
        try:
            made = domain.add_person(
                club=request.club, details=form.details, actor=request.user.actor
            )
        except DetailsRefusedError as refused:
            form.refuse(refused)
        else:
            messages.success(
                request, _("%(name)s is a member now.") % {"name": made.person.full_name}
            )
            return redirect("members:list")
    return render(request, "members/edit.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@may(Deed.MEMBERS)
def edit(request: DirectorRequest, person: uuid.UUID) -> HttpResponse:
    """Change what is kept of a member."""
    membership = member(request, person)
    looks = previews(membership.club, membership.person)
    if request.method == "POST":
        form = MemberForm(request.POST, looks=looks, own=fields_of(request.club))
        if form.is_valid():
            try:
                domain.change_person(
                    membership=membership, details=form.details, actor=request.user.actor
                )
            except DetailsRefusedError as refused:
                form.refuse(refused)
            else:
                messages.success(request, _read(membership))
                return redirect("members:list")
        return known_page(request, membership, form)
    return known_page(request, membership)


@require_POST
@never_cache
@may(Deed.MEMBERS)
def wish(request: DirectorRequest, person: uuid.UUID) -> HttpResponse:
    """Keep what a member wishes of the seating on every evening, or keep it no longer."""
    membership = member(request, person)
    form = SeatingWishForm(_others(membership), request.POST)
    drops = "drop" in request.POST
    if drops:
        del form.fields["kind"]
    if not form.is_valid():
        return known_page(request, membership, wishing=form, status=400)
    club, one, other = membership.club, membership.person, form.other_chosen
    actor = request.user.actor
    if drops:
        domain.drop_wish(club=club, one=one, other=other, actor=actor)
    else:
        kind = form.cleaned_data["kind"]
        domain.keep_wish(club=club, one=one, other=other, kind=kind, actor=actor)
    messages.success(request, _("It is kept. It counts from the next event that is made."))
    return redirect("members:edit", person)


def _read(membership: Membership) -> str:
    """Say that a member is saved, and under what name everybody reads of him now."""
    person = Person.objects.get(pk=membership.person_id)
    name = previews(membership.club, person)[ShownAs(person.shown_as)]
    return _("Saved. Everybody reads “%(name)s”.") % {"name": name}


def _others(membership: Membership) -> list[Membership]:
    return [row for row in queries.members(membership.club) if row.pk != membership.pk]


def known_page(
    request: DirectorRequest,
    membership: Membership,
    form: MemberForm | None = None,
    *,
    status: int = 200,
    **forms: Form,
) -> HttpResponse:
    """Show what is known of a member; ``forms`` are those that came amiss: wishing, noting."""
    person = membership.person
    wishes = [
        (row.other if row.one_id == person.pk else row.one, row.get_kind_display())
        for row in queries.wishes_of(membership.club, person)
    ]
    house = queries.household(membership)
    tagged(membership.club_id, [*(other for other, _words in wishes), *house])
    if form is None:
        looks = previews(membership.club, person)
        known, own = domain.details_of(membership), fields_of(membership.club)
        begins = asdict(known) | initial(own, known.own)
        form = MemberForm(initial=begins, looks=looks, own=own)
    context = {
        "form": form,
        "membership": membership,
        "wishes": wishes,
        "wishing": SeatingWishForm(_others(membership)) if "wishing" not in forms else None,
        "house": house,
        "notes": domain.notes_of(membership),
        "noting": NoteForm(),
        **forms,
    }
    return render(request, "members/edit.html", context, status=status)
