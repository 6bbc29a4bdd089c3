"""The panel of measured motion: the ghost, fits, and what they find."""
