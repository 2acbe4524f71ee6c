"""The club's own words: what one club calls a kruk and another a kodille.

Chosen on the club's page, kept as ``Club.words``, and read by ``speaking`` wherever a text of the
program is translated. What people wrote is never translated, and so never touched.
"""
