"""The web server: gunicorn, whose threads are given whole requests and nothing slow."""
