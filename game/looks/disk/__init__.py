"""The look of Euler's disk, and its sounds."""
