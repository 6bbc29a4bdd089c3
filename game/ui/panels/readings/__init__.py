"""The panel of readings at the upper right: time, invariants, state and derived quantities."""
