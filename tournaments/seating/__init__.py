"""Seating plans: pure, seeded, without Django."""
