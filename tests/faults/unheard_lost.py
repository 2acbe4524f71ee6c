"""That worker with its protection switched off: nobody gives back what a dead child had taken."""

from lhombre_club import celery
from tests.faults.unheard import app

__all__ = ["app"]

celery.give_back = lambda pool: None
