"""Panels, labels and help; the only importer of imgui_bundle."""
