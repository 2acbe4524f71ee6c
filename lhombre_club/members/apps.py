"""The members app, named."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MembersConfig(AppConfig):
    """People and clubs."""

    name = "lhombre_club.members"
    label = "members"
    verbose_name = _("Members")
