"""The one writer: a result is a version, a table's account follows, and both are sealed."""
