"""An evening from its beginning: home, a new event, its page and its journal."""
