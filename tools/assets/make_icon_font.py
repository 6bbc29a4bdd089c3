"""Cut the icon font of Lucide down to the icons that the interface uses.

`python -m tools.assets.make_icon_font lucide.ttf` writes `assets/fonts/Lucide.ttf`. The file to cut is
`font/lucide.ttf` of the npm package lucide-static; its version goes into `assets/fonts/README.md`. Needs the package
fonttools.
"""

from __future__ import annotations

from pathlib import Path

from game.model import resources
from game.ui.widgets.icons import DRAWN, Icon
from tools.command_line import command_line


def main(whole: Path) -> None:
    """Write the font with the glyphs of `Icon` alone, from that with all."""
    from fontTools import subset  # type: ignore[import-not-found]  # needed for this script alone

    options = subset.Options(layout_features=[], name_IDs=[0, 1, 2, 3, 4, 5, 6, 13], hinting=False, glyph_names=False)
    font = subset.load_font(str(whole), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(icon.value) for icon in Icon if icon not in DRAWN])
    cutter.subset(font)
    subset.save_font(font, str(resources.path("assets/fonts/Lucide.ttf")), options)


if __name__ == "__main__":
    options = command_line()
    options.add_argument("file", type=Path, help="the font that the icons are taken from")
    main(options.parse_args().file)
