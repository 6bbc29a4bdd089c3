"""The look of the satellite, its parts, and the sphere of its angular momentum."""
