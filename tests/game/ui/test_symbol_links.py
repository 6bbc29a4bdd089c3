from __future__ import annotations

import pytest

import physics
from game.ui.symbol_links import mentioned

NAMES = frozenset(("ω", "L", "mg", "F", "Fₜ", "F₁₂", "F_p", "ψ", "θ", "θ₂", "k", "1", "N", "v"))


@pytest.mark.parametrize(
    ("symbol", "names"),
    [
        ("ω₃", "ω"),
        ("|ω|", "ω"),
        ("L·k", "L k"),
        ("a·(ω×L)", "ω L"),
        ("ψ̇", "ψ"),
        ("θ̇₂", "θ₂"),
        ("F_x", "F"),
        ("F₁₂x", "F₁₂"),
        ("F_px", "F_p"),
        ("Fₙ/mg", "F mg"),
        ("Fₜ", "Fₜ"),
        ("N/mg", "N mg"),
        ("2E/L", "L"),
        ("ω₃ₛ", ""),
        ("μ needed", ""),
        ("E", ""),
        ("L_zz", ""),
    ],
)
def test_names_that_a_symbol_mentions(symbol: str, names: str) -> None:
    assert mentioned(symbol, NAMES) == set(names.split())


@pytest.mark.parametrize("name", physics.systems())
def test_each_arrow_that_has_a_reading_of_its_own_symbol_is_linked(name: str) -> None:
    system = physics.system_class(name)()
    names = frozenset(arrow.symbol for arrow in system.arrows(memoryview(system.start())))
    for thing in (*system.variables, *system.quantities, *system.invariants):
        if thing.symbol in names:
            assert thing.symbol in mentioned(thing.symbol, names)
