"""The web server, whose threads are given whole requests and nothing slow; and its door.

How it is asked whether it lives, how a phone comes to trust it, what search engines are told.
"""
