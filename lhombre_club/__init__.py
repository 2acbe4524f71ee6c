"""Settings, addresses and the two apps every club needs: its people and its paper."""

from lhombre_club import sqlite_library

sqlite_library.choose()
