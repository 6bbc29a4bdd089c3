"""The look of the gyroscope in two rings, and its parts."""
