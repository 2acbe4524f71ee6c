"""Finite fields of prime-power order, as two tables."""

from dataclasses import dataclass
from itertools import product


@dataclass(frozen=True, slots=True)
class Field:
    """The field of ``order`` elements 0 … order - 1; 0 and 1 are zero and one."""

    order: int
    add: tuple[tuple[int, ...], ...]
    times: tuple[tuple[int, ...], ...]


def prime_power(order: int) -> tuple[int, int] | None:
    """Return (p, k) with p prime and p**k == order, or None.

    >>> prime_power(16), prime_power(7), prime_power(12), prime_power(1)
    ((2, 4), (7, 1), None, None)
    """
    prime = next((p for p in range(2, order + 1) if order % p == 0), None)
    if prime is None:
        return None
    power, rest = 0, order
    while rest % prime == 0:
        power, rest = power + 1, rest // prime
    return (prime, power) if rest == 1 else None


def field(order: int) -> Field:
    """Return the field of ``order`` elements.

    An element's number written in base p is a polynomial over the integers mod p, lowest
    coefficient first; they are multiplied modulo an irreducible one. ``order`` must be a
    prime power.
    """
    found = prime_power(order)
    if found is None:
        raise ValueError(f"there is no field of {order} elements")
    prime, power = found
    elements = [_digits(number, prime, power) for number in range(order)]
    modulus = next(m for m in product(range(prime), repeat=power) if _irreducible(m, prime))
    return Field(
        order=order,
        add=tuple(
            tuple(_number([x + y for x, y in zip(a, b, strict=True)], prime) for b in elements)
            for a in elements
        ),
        times=tuple(
            tuple(_number(_multiply(a, b, modulus, prime), prime) for b in elements)
            for a in elements
        ),
    )


def _digits(number: int, prime: int, power: int) -> tuple[int, ...]:
    return tuple(number // prime**place % prime for place in range(power))


def _number(digits: list[int], prime: int) -> int:
    return sum(digit % prime * prime**place for place, digit in enumerate(digits))


def _multiply(
    a: tuple[int, ...], b: tuple[int, ...], modulus: tuple[int, ...], prime: int
) -> list[int]:
    """Multiply modulo x**power + modulus."""
    power = len(modulus)
    long = [0] * (2 * power - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            long[i + j] = (long[i + j] + x * y) % prime
    for high in range(2 * power - 2, power - 1, -1):
        for place, coefficient in enumerate(modulus):
            low = high - power + place
            long[low] = (long[low] - long[high] * coefficient) % prime
    return long[:power]


def _irreducible(modulus: tuple[int, ...], prime: int) -> bool:
    """Whether x**power + modulus gives a field: no two elements but zero multiply to zero."""
    power = len(modulus)
    if power == 1:
        return True
    elements = list(product(range(prime), repeat=power))[1:]
    return all(any(_multiply(a, b, modulus, prime)) for a in elements for b in elements)
