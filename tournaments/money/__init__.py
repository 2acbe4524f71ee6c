"""What a point costs, who owes whom, and what was paid."""
