"""Paper: print jobs as rows, a Celery task that does them, and the one renderer."""
