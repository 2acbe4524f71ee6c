"""What gunicorn serves."""

import logging
import os

from django.core.wsgi import get_wsgi_application

from lhombre_club.bodies import in_utf8, with_plain_cookies, without_accept

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lhombre_club.settings")

application = with_plain_cookies(without_accept(in_utf8(get_wsgi_application())))

# The web server quotes addresses, with their codes, and what an exception says: its words go where
# ours go, and as ours do.
logging.getLogger("gunicorn.error").handlers.clear()
logging.getLogger("gunicorn.error").propagate = True
