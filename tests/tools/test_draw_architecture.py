"""The drawing of the packages: imports of every kind, reproducible, without implied arrows."""

import re

import pytest

from tools import draw_architecture as drawn

SOURCES = {
    "physics/__init__.py": "from physics.errors import BadInput\n",
    "physics/errors.py": "",
    "game/__init__.py": "",
    "game/startup.py": "",
    "game/model/__init__.py": "",
    "game/model/frame.py": "import physics\nfrom physics.errors import BadInput\n",
    "game/ui/__init__.py": "",
    "game/ui/panel.py": "def show():\n    from game.model import frame\n    from . import text\n",
    "game/ui/text.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from game.app import loop\n",
    "game/app/__init__.py": "",
    "game/app/loop.py": "from game import startup\nfrom game.model.frame import Frame\nfrom game.ui import panel\n",
}


@pytest.fixture
def root(tmp_path):
    for name, source in SOURCES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    return tmp_path


def test_imports_of_every_kind_are_arrows(root):
    assert drawn.packages(root) == {
        "physics": {"physics.errors"},
        "physics.errors": set(),
        "game.startup": set(),
        "game.model": {"physics", "physics.errors"},
        "game.ui": {"game.model", "game.app"},
        "game.app": {"game.startup", "game.model", "game.ui"},
    }


def test_implied_arrows_are_left_out_except_in_circles(root):
    assert drawn.reduced(drawn.packages(root)) == {
        "physics": {"physics.errors"},
        "physics.errors": set(),
        "game.startup": set(),
        "game.model": {"physics"},
        "game.ui": {"game.model", "game.app"},
        "game.app": {"game.startup", "game.model", "game.ui"},
    }


def test_packages_are_above_what_they_import_from(root):
    level = drawn.layers(drawn.packages(root))
    assert level == {
        "physics.errors": 0, "physics": 1, "game.model": 2, "game.startup": 2, "game.ui": 3, "game.app": 3,
    }  # fmt: skip


def test_picture_has_a_box_for_each_package_and_red_arrows_for_a_circle(root):
    graph = drawn.packages(root)
    picture = drawn.drawing(graph)
    assert picture == drawn.drawing(dict(reversed(graph.items())))
    assert picture.count('class="box"') == len(graph)
    assert picture.count('class="arrow circle"') == 2
    x, y = (
        [float(number) for number in re.findall(rf'<rect class="box" .*?\b{side}="([\d.-]+)"', picture)]
        for side in ("x", "y")
    )
    assert min(x) > 0 and min(y) > 0 and len(set(zip(x, y, strict=True))) == len(graph)
