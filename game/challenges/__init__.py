"""Challenges: attempts that the mechanics alone decides, and what a person has achieved."""
