"""The tournaments app, named."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Events and everything that happens in them."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Tell the other apps what this one knows: its papers, who played; hear of offices."""
        from lhombre_club.members import came  # noqa: PLC0415 -- needs the loaded models
        from tournaments.book import sat  # noqa: PLC0415 -- likewise
        from tournaments.entry.domain import ended  # noqa: F401, PLC0415 -- needs the loaded models
        from tournaments.letters.pages import paper  # noqa: PLC0415 -- likewise
        from tournaments.papers import asking  # noqa: PLC0415 -- likewise

        asking.register()
        paper.register()
        came.register(sat.played)
