"""Finite fields of prime-power order, and products of them."""

from dataclasses import dataclass
from functools import cache
from itertools import count, product


@dataclass(frozen=True, slots=True)
class GaloisField:
    """The field of ``order`` elements 0 … order - 1; 0 and 1 are zero and one.

    An element's number written in base p is a polynomial over the integers mod p, lowest
    coefficient first.
    """

    order: int
    prime: int
    powers: tuple[int, ...]
    """An element whose powers are all but zero, to the 0, 1, 2 …"""
    logarithms: tuple[int, ...]
    """Of element 1, 2, 3 …"""

    def add(self, a: int, b: int) -> int:
        """Return the sum: digit by digit, without carrying."""
        if self.prime == self.order:
            return (a + b) % self.order
        total, place = 0, 1
        while a or b:
            total += (a + b) % self.prime * place
            a, b, place = a // self.prime, b // self.prime, place * self.prime
        return total

    def times(self, a: int, b: int) -> int:
        """Return the product."""
        if not a or not b:
            return 0
        return self.power(self.logarithms[a - 1] + self.logarithms[b - 1])

    def power(self, exponent: int) -> int:
        """Return the generating element to ``exponent``."""
        return self.powers[exponent % (self.order - 1)]

    def negative(self, a: int) -> int:
        """Return what is added to ``a`` to make zero."""
        return self.times(a, self.prime - 1)


def prime_power(order: int) -> tuple[int, int] | None:
    """Return (p, k) with p prime and p**k == order, or None.

    >>> prime_power(16), prime_power(7), prime_power(12), prime_power(1)
    ((2, 4), (7, 1), None, None)
    """
    parts = factors(order)
    return parts[0] if len(parts) == 1 else None


def factors(order: int) -> list[tuple[int, int]]:
    """Return the primes of ``order``, each with its power.

    >>> factors(360)
    [(2, 3), (3, 2), (5, 1)]
    """
    found = []
    prime = 2
    while order > 1:
        power = 0
        while order % prime == 0:
            order, power = order // prime, power + 1
        if power:
            found.append((prime, power))
        prime += 1
    return found


@cache
def field(order: int) -> GaloisField:
    """Return the field of ``order`` elements; ``ValueError`` where it is no prime power."""
    found = prime_power(order)
    if found is None:
        raise ValueError(f"there is no field of {order} elements")
    prime, degree = found
    if degree == 1:
        powers = next(p for g in count(1) if (p := _powers_of(g, prime)) is not None)
    else:
        tails = product(range(prime), repeat=degree)
        powers = next(p for tail in tails if (p := _powers_of_x(tail, prime)) is not None)
    logarithms = [0] * (order - 1)
    for exponent, element in enumerate(powers):
        logarithms[element - 1] = exponent
    return GaloisField(order, prime, powers, tuple(logarithms))


def _powers_of(generator: int, prime: int) -> tuple[int, ...] | None:
    powers = tuple(pow(generator, exponent, prime) for exponent in range(prime - 1))
    return powers if len(set(powers)) == prime - 1 else None


def _powers_of_x(tail: tuple[int, ...], prime: int) -> tuple[int, ...] | None:
    """Return all powers of x modulo x**k + tail, or None where they are not everything but 0."""
    one = (1, *(0 for _ in tail[1:]))
    powers = [one]
    while True:
        highest = powers[-1][-1]
        shifted = (0, *powers[-1][:-1])
        following = tuple((s - highest * t) % prime for s, t in zip(shifted, tail, strict=True))
        if following == one or not any(following) or len(powers) == prime ** len(tail):
            break
        powers.append(following)
    if following != one or len(powers) != prime ** len(tail) - 1:
        return None
    return tuple(sum(d * prime**place for place, d in enumerate(digits)) for digits in powers)
