"""Panels, labels and help; the only package that imports imgui_bundle."""

from __future__ import annotations

import importlib
import importlib.util
import sys


def _bare() -> None:
    """Load only the parts of imgui_bundle that are used here, `imgui` and `implot`.

    The package also loads event loops, window libraries and a dozen other widgets, which delays the first frame.
    If its build differs from what is expected, it is imported as usual.
    """
    if "imgui_bundle" in sys.modules:
        return
    spec = importlib.util.find_spec("imgui_bundle")
    if spec is None:
        return
    bundle = importlib.util.module_from_spec(spec)
    sys.modules["imgui_bundle"] = bundle
    try:
        native = importlib.import_module("imgui_bundle._imgui_bundle")
        vars(bundle).update(imgui=native.imgui, implot=native.implot)
    except (ImportError, AttributeError):
        del sys.modules["imgui_bundle"]


_bare()
