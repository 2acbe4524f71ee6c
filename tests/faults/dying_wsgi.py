"""The real application in a web server that dies, for the fault tests.

``DIE_BEFORE`` and ``DIE_AFTER`` name how often (every n-th post) the process kills itself
before the application has seen a post, or after it has committed but before the answer leaves.
``ACK_FIRST`` is the protection switched off: the post is acknowledged before it is stored.
"""

import itertools
import os
import signal

from lhombre_club.wsgi import application as real

BEFORE = int(os.environ.get("DIE_BEFORE", "0"))
AFTER = int(os.environ.get("DIE_AFTER", "0"))
ACK_FIRST = os.environ.get("ACK_FIRST") == "1"
posts = itertools.count(1)


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def application(environ, start_response):
    if environ["REQUEST_METHOD"] != "POST":
        return real(environ, start_response)
    number = next(posts)
    if BEFORE and number % BEFORE == 0:
        if ACK_FIRST:
            start_response("201 Created", [("Content-Type", "application/json")])
            return [b'{"status": "stored"}']
        die()
    answer = list(real(environ, start_response))
    if AFTER and number % AFTER == 0:
        die()
    return answer
