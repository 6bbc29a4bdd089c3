"""Looks of bodies on a table, their parts and their sounds."""
