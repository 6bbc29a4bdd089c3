"""Looks of machines of one's own."""
