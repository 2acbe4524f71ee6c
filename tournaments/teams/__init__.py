"""Pairs and teams: who belongs together, whom they meet, who stands in."""
