"""A function per page: find, ask leave, call, render."""
