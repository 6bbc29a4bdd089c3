"""Viewer of `physics`: window, renderer, panels and recordings."""

import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

MECHANICS = Path(__file__).resolve().parents[1] / "physics" / "__init__.py"
"""The package of mechanics that belongs to this one, which lies beside it."""


def take_own_mechanics() -> None:
    """Make `physics` mean the package beside this one, also where a file of that name lies in the current folder.

    Raises ImportError where another module of that name was imported before.
    """
    if "physics" in sys.modules:
        origin = getattr(sys.modules["physics"], "__file__", None)
        if origin is None or Path(origin).resolve() != MECHANICS:
            raise ImportError(f"physics: {origin} was imported, not Polhode's: import game first, or rename it")
        return
    found = find_spec("physics")
    if found is not None and found.origin is not None and Path(found.origin).resolve() == MECHANICS:
        return
    spec = spec_from_file_location("physics", MECHANICS, submodule_search_locations=[str(MECHANICS.parent)])
    if spec is None or spec.loader is None or not MECHANICS.is_file():
        raise ImportError(f"physics: {MECHANICS} is missing; install Polhode anew")
    module = sys.modules["physics"] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules["physics"]
        raise


take_own_mechanics()
