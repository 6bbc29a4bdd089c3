"""Chains on a support that is shaken up and down: their modes, and when they stand upside down."""
