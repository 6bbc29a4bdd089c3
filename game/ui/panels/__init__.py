"""The panels of the window, one module each, and the context they share."""
