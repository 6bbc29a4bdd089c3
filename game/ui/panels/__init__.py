"""The panels of the window, one module for each, and what they share."""
