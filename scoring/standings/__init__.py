"""Metrics in an order, shared places."""
