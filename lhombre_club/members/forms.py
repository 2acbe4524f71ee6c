"""What directors type about people."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.utils.translation import gettext_lazy as _

from lhombre_club.members import own_fields
from lhombre_club.members.details import (
    FIELDS,
    Kind,
    MemberDetails,
    MemberField,
    as_typed,
    checked,
    tidy,
)
from lhombre_club.members.models import (
    Club,
    ClubRole,
    Membership,
    OwnField,
    Person,
    SeatingWish,
    ShownAs,
    User,
)
from lhombre_club.members.reasons import DetailsRefusedError


def _input(field: MemberField) -> forms.Field:
    """A field of a member; the details judge it, so that each rule is written once."""
    if field.is_flag:
        return forms.BooleanField(label=field.label, required=False)
    if not field.is_text:
        return forms.ChoiceField(
            label=field.label,
            choices=[*(field.row.choices or ())],
            initial=field.row.default,
            required=not field.row.blank,
        )
    attrs = {"maxlength": str(field.limit), "autocomplete": "off"}
    if not field.row.blank:
        attrs["required"] = "required"
    if field.kept.kind is not Kind.TEXT:
        attrs["inputmode"] = field.kept.kind
    return forms.CharField(
        label=field.label,
        required=False,
        help_text=field.row.help_text,
        widget=forms.TextInput(attrs=attrs),
    )


class LoginForm(AuthenticationForm):
    """A user name and its password."""

    username = UsernameField(
        label=_("User name"), widget=forms.TextInput(attrs={"autofocus": True})
    )
    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _(
            "The user name or the password is wrong. Look at capital and small letters, "
            "and try again."
        ),
    }


class MemberForm(forms.Form):
    """A member, to add or to change."""

    def __init__(
        self,
        *args: Any,
        looks: Mapping[ShownAs, str] | None = None,
        own: Sequence[OwnField] = (),
        **kwargs: Any,
    ) -> None:
        """Ask for a member; ``looks`` is how each way of showing him would look."""
        super().__init__(*args, **kwargs)
        self.own = own
        self.fields |= {name: _input(field) for name, field in FIELDS.items()}
        self.fields |= {own_fields.name_of(field): own_fields.input_of(field) for field in own}
        if looks:
            self.fields["shown_as"].choices = [  # type: ignore[attr-defined]  # a ChoiceField's
                (way, f"{way.label}: {looks[way]}" if way in looks else way.label)
                for way in ShownAs
            ]

    def clean(self) -> dict[str, Any]:
        """Ask the details; a complaint goes to its field."""
        cleaned: dict[str, Any] = super().clean() or {}
        for field in self.own:
            name = own_fields.name_of(field)
            try:
                cleaned[name] = own_fields.read(field, tidy(cleaned.get(name, "")))
            except ValueError as wrong:
                self.add_error(name, str(wrong))
        if not self.errors:
            try:
                checked(self.details)
            except DetailsRefusedError as refused:
                self.refuse(refused)
        return cleaned

    @property
    def details(self) -> MemberDetails:
        """The member as typed."""
        own = {str(each.pk): self.cleaned_data[own_fields.name_of(each)] for each in self.own}
        typed = {name: self.cleaned_data[name] for name in FIELDS}
        return as_typed({**typed, "own": own_fields.own_of(own)})

    def refuse(self, refused: DetailsRefusedError) -> None:
        """Show the complaints of the details at their fields."""
        for name, sentence in refused.complaints.items():
            self.add_error(name, sentence)


class SeatingWishForm(forms.Form):
    """What a member asks of the seating towards another, on every evening."""

    kind = forms.ChoiceField(label=_("Wish"), choices=SeatingWish.Kind.choices)
    other = forms.ChoiceField(label=_("With"))

    def __init__(self, others: Iterable[Membership], data: Any = None) -> None:
        self.known = {str(row.person_id): row.person for row in others}
        super().__init__(data)
        named = ((key, person.listed) for key, person in self.known.items())
        label = self.fields["other"].label
        self.fields["other"] = forms.ChoiceField(label=label, choices=[("", _("Choose")), *named])

    @property
    def other_chosen(self) -> Person:
        """The other one."""
        return self.known[self.cleaned_data["other"]]


class GuestForm(forms.Form):
    """Somebody who came along."""

    name = forms.CharField(
        label=_("Name of the guest"),
        error_messages={"required": _("Type the name of the guest.")},
        widget=forms.TextInput(
            attrs={"maxlength": FIELDS["last_name"].limit, "autocomplete": "off"}
        ),
    )


class ImportForm(forms.Form):
    """The list of members, as a file or pasted from a spreadsheet."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,  # the reader has a better sentence for it
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.ods,text/csv,text/plain"}),
    )
    text = forms.CharField(
        label=_("Or pasted from a spreadsheet"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "none"}),
    )

    def clean(self) -> dict[str, Any]:
        """Refuse where neither came."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("file") and not cleaned.get("text", "").strip():
            self.add_error("file", _("Choose a file first, or paste the list."))
        return cleaned

    def read(self, most: int) -> bytes:
        """Return what came, of a file not more than ``most`` bytes, in place of what was pasted."""
        file = self.cleaned_data["file"]
        return bytes(file.read(most)) if file else self.cleaned_data["text"].encode()


class NewPasswordForm(forms.Form):
    """A new password, typed twice."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("At least 12 characters; a few words in a row are easy to remember."),
        error_messages={"required": _("The password is missing.")},
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=_("The password once more"),
        strip=False,
        error_messages={"required": _("Type the password once more.")},
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        """Both passwords must be the same."""
        cleaned: dict[str, Any] = super().clean() or {}
        password, again = cleaned.get("password"), cleaned.get("again")
        if password and again and password != again:
            self.add_error("again", _("The two passwords are not the same."))
        return cleaned


class AccountForm(NewPasswordForm):
    """A name, a user name and a password, for whoever has no account."""

    name = forms.CharField(
        label=_("Your name"),
        error_messages={"required": _("Your name is missing.")},
        max_length=User._meta.get_field("first_name").max_length,  # noqa: SLF001 _meta is documented
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    username = UsernameField(  # the letters as the log-in reads them, which knows no others
        label=_("User name"),
        help_text=_("One word, with which you log in."),
        error_messages={"required": _("The user name is missing.")},
        widget=forms.TextInput(attrs={"spellcheck": "false"}),
    )
    field_order = ["name", "username", "password", "again"]


class WelcomeForm(AccountForm):
    """The page of the one-time link. The club's name is asked when there is no club yet."""

    club_name = forms.CharField(
        label=_("Name of the club"),
        max_length=Club._meta.get_field("name").max_length,  # noqa: SLF001 as above
        error_messages={"required": _("The name of the club is missing.")},
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    field_order = ["club_name", *AccountForm.field_order]

    def __init__(self, *args: Any, club: Club | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if club is not None:
            del self.fields["club_name"]
            self.fields["name"].required = False
            self.fields["name"].help_text = _(
                "A new director needs one. Left empty, a name given earlier stays."
            )


class PasswordForm(NewPasswordForm):
    """A director's new password, and the one that he has."""

    old = forms.CharField(
        label=_("The password until now"),
        strip=False,
        error_messages={"required": _("The password is missing.")},
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    field_order = ["old", "password", "again"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].label = _("The new password")
        self.fields["again"].label = _("The new password once more")


class CodeForm(forms.Form):
    """Digits from a phone, or a code from paper."""

    code = forms.CharField(
        label=_("Code"),
        help_text=_("Six digits from the app on your phone, or one of the codes on your paper."),
        error_messages={"required": _("The code is missing.")},
        max_length=50,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "autocapitalize": "characters",
                "spellcheck": "false",
            }
        ),
    )


class OwnPasswordForm(forms.Form):
    """His own password, asked before something that somebody else at his device is not to do."""

    old = forms.CharField(
        label=_("Your password"),
        strip=False,
        error_messages={"required": _("The password is missing.")},
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class EndFactorForm(OwnPasswordForm, CodeForm):
    """A code, and the password."""

    field_order = ["old", "code"]


class SetUpForm(EndFactorForm):
    """The digits that show that the phone has the secret, and the password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].help_text = _("The six digits that the app shows now.")
        self.fields["code"].widget.attrs |= {"inputmode": "numeric"}


class PasskeyForm(EndFactorForm):
    """What a new passkey is called; and the code and the password of whose it is."""

    name = forms.CharField(
        label=_("Name"),
        help_text=_("By which you know it again, such as “my phone”."),
        error_messages={"required": _("The name is missing.")},
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = ["name", "old", "code"]


class InviteForm(forms.Form):
    """Which office a colleague is offered."""

    office = forms.ChoiceField(label=_("Office"))

    def __init__(self, gives: Collection[ClubRole.Role], data: Any = None) -> None:
        """Offer those that whoever asks may give."""
        super().__init__(data)
        offered = [(role.value, role.label) for role in ClubRole.Role if role in gives]
        self.fields["office"] = forms.ChoiceField(label=_("Office"), choices=[("", "–"), *offered])
