"""Fixtures of random campaigns."""

import pytest

from physics.compiled import native


@pytest.fixture
def compiling(monkeypatch):
    """Machine code that is on its way and never arrives: long ticks wait for it."""
    monkeypatch.setattr(native.background, "ask", lambda shape: None)
    monkeypatch.setattr(native, "is_compiled", lambda shape: None)
