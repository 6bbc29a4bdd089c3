"""A body thrown with a gyroscope on it: its inertia up to a factor from the rates of its free flights."""
