"""What is read about folders: what is secret still, and how each was played at all tables."""
