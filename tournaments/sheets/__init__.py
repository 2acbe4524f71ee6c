"""A table's sheet as it stands, line by line, and why each line is worth what it is."""
