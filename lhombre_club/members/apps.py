"""The members app, named."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MembersConfig(AppConfig):
    """People and clubs."""

    name = "lhombre_club.members"
    label = "members"
    verbose_name = _("Members")

    def ready(self) -> None:
        """Hear of every log-in, and of every one that is refused."""
        from lhombre_club.members.logins import brake, sessions  # noqa: F401, PLC0415 -- they need models
