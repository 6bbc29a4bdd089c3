"""Viewer of `physics`: window, renderer, panels and recordings."""

# Little is imported here, as Ctrl-C is a line only after it.
import sys
from importlib.machinery import PathFinder
from os.path import abspath, dirname, isfile, join, realpath

MECHANICS = realpath(join(dirname(abspath(__file__)), "..", "physics", "__init__.py"))
"""The package of mechanics that belongs to this one, which lies beside it."""


def take_own_mechanics() -> None:
    """Make `physics` mean the package beside this one, also where a file of that name lies in the current folder.

    Raises ImportError where another module of that name was imported before.
    """
    if "physics" in sys.modules:
        origin = getattr(sys.modules["physics"], "__file__", None)
        if origin is None or realpath(origin) != MECHANICS:
            raise ImportError(f"physics: {origin} was imported, not Polhode's: import game first, or rename it")
        return
    found = PathFinder.find_spec("physics")
    if found is None or found.origin is None or realpath(found.origin) != MECHANICS:
        _import_mechanics()


def _import_mechanics() -> None:
    """Import the package of mechanics from its file."""
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location("physics", MECHANICS, submodule_search_locations=[dirname(MECHANICS)])
    if spec is None or spec.loader is None or not isfile(MECHANICS):
        raise ImportError(f"physics: {MECHANICS} is missing; install Polhode anew")
    module = sys.modules["physics"] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules["physics"]
        raise


take_own_mechanics()
