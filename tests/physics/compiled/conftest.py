"""Machine code is compared with CPython as the program makes it."""

from tests.shipped_code import as_shipped

__all__ = ["as_shipped"]
