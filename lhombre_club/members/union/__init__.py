"""What the union asks of a club and gives it: dues, votes, and grants for teaching."""
