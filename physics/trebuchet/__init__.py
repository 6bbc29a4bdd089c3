"""The counterweight trebuchet: its machine, the flight of what it throws, its phases."""
