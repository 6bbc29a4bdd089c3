"""Fits of parameters and starts to measured motion."""
