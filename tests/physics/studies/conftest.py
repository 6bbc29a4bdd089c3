"""Studies run for long: in machine code as the program makes it."""

from tests.shipped_code import as_shipped

__all__ = ["as_shipped"]
