"""Tests of the club's cash book, dues, counts and prizes."""
