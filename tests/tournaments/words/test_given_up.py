"""A game that was given up is called the same where it is tapped, typed, told and printed."""

import pytest
from django.utils.translation import override

from tournaments.entry.pages.phone import FLAGS
from tournaments.typed.examples import EXTRAS
from tournaments.words.deals import WORDS


@pytest.mark.parametrize(("language", "word"), (("en", "given up"), ("da", "smidt")))
def test_one_word_for_it(language, word):
    typed = [told for keys, _, told in EXTRAS if keys == "g"]
    tapped = [chip.label for chip in FLAGS if chip.keys == "g"]
    with override(language):
        assert [str(each) for each in (*typed, *tapped, WORDS["given_up"])] == [word] * 3
