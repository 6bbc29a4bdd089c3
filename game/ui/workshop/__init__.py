"""Panels of the workshop: tools, parts, card of what is selected, checks, status and drawer."""
