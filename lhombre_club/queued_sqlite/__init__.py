"""Django's backend for SQLite, except that the writers of one process queue."""
