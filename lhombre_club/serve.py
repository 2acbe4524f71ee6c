"""``./club run``: the web server and the worker, as children of one process."""
