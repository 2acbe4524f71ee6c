"""Every read that is used twice."""
