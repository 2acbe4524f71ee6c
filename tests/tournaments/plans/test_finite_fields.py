"""Finite fields obey the laws of a field."""

import pytest

from tournaments.plans.finite_fields import field, prime_power


@pytest.mark.parametrize("order", (2, 3, 4, 5, 7, 8, 9, 16, 25, 27))
def test_a_field_has_the_laws_of_one(order):
    gf = field(order)
    elements = range(order)
    for a in elements:
        assert gf.add(a, 0) == a
        assert gf.times(a, 1) == a
        assert gf.add(a, gf.negative(a)) == 0
        assert sorted(gf.add(a, b) for b in elements) == list(elements)
        assert a == 0 or sorted(gf.times(a, b) for b in elements) == list(elements)
        assert all(gf.times(a, b) == gf.times(b, a) for b in elements)
    few = range(min(order, 5))
    assert all(
        gf.times(a, gf.add(b, c)) == gf.add(gf.times(a, b), gf.times(a, c))
        for a in few
        for b in few
        for c in few
    )


@pytest.mark.parametrize("order", (0, 1, 6, 10, 12))
def test_there_is_no_field_of_another_order(order):
    assert prime_power(order) is None
    with pytest.raises(ValueError, match="no field"):
        field(order)
