"""The documents of an event, a file each; ``catalogue`` has them all."""
