"""The look of the bicycle, and its sounds."""
