"""Tops: equations of motion that several systems share, closed-form solutions, contact with a table."""
