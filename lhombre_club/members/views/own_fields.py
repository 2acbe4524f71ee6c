"""The fields that a club adds to what is kept of its members."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from lhombre_club.members.access import DirectorRequest, look_at, may
from lhombre_club.members.domain import own_fields as domain
from lhombre_club.members.field_forms import FieldForm, NewFieldForm, RemoveForm
from lhombre_club.members.models import OwnField
from lhombre_club.members.offices import Deed
from lhombre_club.members.own_fields import fields_of
from lhombre_club.refusal import Refusal, messages_about


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@may(Deed.MEMBERS)
def fields(request: DirectorRequest) -> HttpResponse:
    """Show the club's own fields, and add one."""
    form = NewFieldForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = domain.add_field(club=request.club, actor=request.user.actor, **form.said())
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("%(label)s is kept now.") % {"label": made.label})
            return redirect("members:fields")
    context = {"form": form, "fields_": fields_of(request.club)}
    return render(request, "members/fields.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@may(Deed.MEMBERS)
def field(request: DirectorRequest, key: uuid.UUID) -> HttpResponse:
    """Change one of them, or remove it."""
    found = OwnField.objects.filter(club__in=request.clubs, pk=key).select_related("club").first()
    if found is None:
        raise Http404
    look_at(request, found.club)
    label = found.label
    removes = request.method == "POST" and "remove" in request.POST
    removing = RemoveForm(request.POST if removes else None)
    if removes and removing.is_valid():
        with messages_about(request, _("%(label)s is kept no longer.") % {"label": label}):
            domain.remove_field(field=found, actor=request.user.actor)
        return redirect("members:fields")
    changes = request.method == "POST" and not removes
    form = FieldForm(request.POST if changes else None, initial=FieldForm.of(found))
    if changes and form.is_valid():
        try:
            domain.change_field(field=found, actor=request.user.actor, **form.said())
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("It is kept."))
            return redirect("members:fields")
    context = {
        "field_": found,
        "label": label,
        "form": form,
        "removing": removing,
        "held": len(domain.holders(found)),
    }
    bad = form.errors or removing.errors
    return render(request, "members/field.html", context, status=400 if bad else 200)
