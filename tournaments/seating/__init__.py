"""Who sits where: drawn, swapped, locked, released, and changed when people come and go."""
