"""Looks of tops that turn about a fixed point, and their wheels."""
