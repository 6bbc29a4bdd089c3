"""Many copies of a system that run in parallel."""
