"""The counterweight trebuchet: its mechanics, the flight of its projectile, its phases."""
