from __future__ import annotations

from collections.abc import Iterator

import pytest
from imgui_bundle import imgui

from game import scenefile
from game.model import resources
from game.session.session import Session
from game.ui.backend import Imgui
from game.ui.interface import Interface


@pytest.fixture
def session() -> Session:
    """Return a session whose ticks are machine code, as at the window after a moment: the same numbers, sooner."""
    made = Session(scenefile.load("fast-cone").changed(note=""))
    assert made.simulation.compile()
    return made


@pytest.fixture
def interface(session: Session) -> Iterator[Interface]:
    made = Interface(session, resources.path("assets/fonts"))
    yield made
    made.close()


@pytest.fixture
def context() -> Iterator[Imgui]:
    made = Imgui()
    yield made
    made.close()


@pytest.fixture
def tooltips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Texts of the tooltips, frame by frame."""
    said: list[str] = []
    write = imgui.text_unformatted

    def heard(words: str) -> None:
        if imgui.get_current_context().current_window.name.startswith("##Tooltip"):
            said.append(words)
        write(words)

    monkeypatch.setattr(imgui, "text_unformatted", heard)
    return said
