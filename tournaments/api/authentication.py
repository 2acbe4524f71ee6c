"""Who asks: a user who is logged in, or a session that came by a table's link."""

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.authentication import SessionScheme
from rest_framework import exceptions
from rest_framework.authentication import SessionAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from lhombre_club.members.models import User
from lhombre_club.refusal import Refusal
from tournaments.api.reasons import ApiReason
from tournaments.entry.domain.links import holds_links


class SessionOrLink(SessionAuthentication):
    """Django's session. A session that holds links must prove its requests like any other."""

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, None] | None:
        """Return the user, anonymous for a session that came by a link; None for nobody."""
        user = request._request.user  # noqa: SLF001 -- DRF's own user is what we are to say
        if not user.is_active and not holds_links(request):
            return None
        self.enforce_csrf(request)
        return (user, None)

    def enforce_csrf(self, request: Request) -> None:
        """Refuse an unsafe request without its token: no page of ours has sent it."""
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            raise Refusal(ApiReason.CSRF) from error


class SessionOrLinkScheme(SessionScheme):  # type: ignore[no-untyped-call]  # spectacular has no types
    """How the schema describes it: the session's cookie."""

    target_class = "tournaments.api.authentication.SessionOrLink"


class Known(BasePermission):
    """Somebody who is logged in or holds a link. What he may see is asked further on."""

    def has_permission(self, request: Request, view: APIView) -> bool:  # noqa: ARG002 -- DRF's form
        """Whether the visitor is somebody at all."""
        return bool(request.user.is_authenticated) or holds_links(request)
