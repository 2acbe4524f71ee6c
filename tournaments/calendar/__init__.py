"""The calendar of a club: when it means to play, for everybody and for everybody's phone."""
