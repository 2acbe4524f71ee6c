"""The scene."""

import pytest
from django.test import override_settings

from tests.strangers import scene


@pytest.fixture
def there(db, tmp_path):
    with override_settings(**scene.settings_for(tmp_path)):
        yield scene.made(tmp_path)
