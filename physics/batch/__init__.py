"""Many copies of a system that run side by side."""
