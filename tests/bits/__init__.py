"""Bits that must be the same whatever the processor."""
