"""The scene with the canary in it."""

import pytest
from django.test import override_settings

from tests.strangers import scene
from tests.tournaments.kept import canary


@pytest.fixture
def there(db, tmp_path):
    """A club with something of everything."""
    with override_settings(**scene.settings_for(tmp_path), VAR_DIR=tmp_path):
        yield scene.made(tmp_path)


@pytest.fixture
def member(there, tmp_path):
    """The canary, in every place of the list."""
    return canary.plant(there, tmp_path)
