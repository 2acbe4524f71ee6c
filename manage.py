"""Django's command line."""

import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lhombre_club.settings")

if __name__ == "__main__":
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:  # the message is a sentence that says what to do
        sys.exit(str(error))
