"""Tops that turn about a fixed point: equations of motion, closed forms, drawing."""
