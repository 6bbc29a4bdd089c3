"""The words of a page, which carries them in every language."""

from __future__ import annotations

from collections.abc import Iterable

from game.model.words import LANGUAGES, in_language, later, tr

WORDS = (
    later("Play"),
    later("Pause"),
    later("Back to the start"),
    later("Speed"),
    later("Time"),
    later("Start"),
    later("Parameters"),
    later("Method"),
    later("Kept by the exact motion"),
    later("value"),
    later("drift"),
    later("View"),
    later("Vectors"),
    later("Traces"),
    later("Curves, axes, names"),
    later("Paths of ω"),
    later("Whole view"),
    later("Set up"),
    later("Explain"),
    later("Panel"),
    later("Page"),
    later("Raise the panel"),
    later("A little back"),
    later("A little on"),
    later("Full screen"),
    later("Leave full screen"),
    later("The browser refuses the full screen."),
    later("More"),
    later("Picture"),
    later("Print"),
    later("Language"),
    later("quantity"),
    later("About"),
    later("Source"),
    later("Events"),
    later("live"),
    later("recording"),
    later("The physics runs in this page, in the machine code of the program."),
    later("This page plays a recording of the run; it does not compute it."),
    later("checking the bits …"),
    later("same bits as the native run after {n} steps"),
    later("the bits differ from those of the native run"),
    later("the run has stopped: the method has failed"),
    later("step size of the integrator"),
    later("only values of its slider, beside the other values of the scene"),
    later("Other values of these need another picture: change them in the program."),
    later("Fixed in this page"),
    later("What you see"),
    later("Equations"),
    later("Try it"),
    later("What happens"),
    later("This one needs the program."),
    later("Share"),
    later("Line for Polhode"),
    later("Task"),
    later("Task for a class"),
    later("What is the class to do? The link shows it."),
    later("Names of the numbers that can be changed (empty: all)"),
    later("Copy the link"),
    later("Cancel"),
    later("The link is copied."),
    later("The line is copied: polhode run opens it."),
    later("Copy this:"),
    later("This address is of another scene: {name}"),
    later("Keep as ghost"),
    later("Leave the ghost"),
    later("ghost"),
    later("distance from the ghost"),
    later("Graph"),
    later("leave out"),
    later("One more curve"),
    later("Over"),
    later("over time"),
    later("Table of all numbers"),
    later("Picture of the graph"),
    later("Close the graph"),
    later("Back to the scene"),
    later("must be from {low} to {high}"),
    later("not in this page"),
    later("must be a number"),
    later("must be a number, with a unit such as {units}"),
    later("Not in this page:"),
    later("Controls"),
    later(
        "drag: turn · two fingers or wheel: nearer · Space: play · ← →: in time · R: start · V, T, C: overlays"
        " · S, E: panel · G: graph · F: full screen · P: picture"
    ),
    later("WebGL 2 is missing here: this is a picture of the scene."),
    later("WebAssembly is not allowed here: this is a picture of the scene."),
    later("The graphics card has stopped; this is a picture of the scene."),
    later("Draw again"),
    later("click the picture, or hold Ctrl, to zoom by the wheel"),
    later("the browser cannot show this page"),
    later("All scenes"),
    later("Search"),
    later("scenes: {n} of {all}"),
    later("Keep all for use without a network"),
    later("{n} of {all} files are kept"),
    later("{n} of {all} files are kept: the network has failed"),
    later("no scene has these words"),
    later("Light"),
    later("Dark"),
    later("drawn at {n} % of the pixels"),
)
"""Texts of the page's script, which asks for them by their English."""


def words_of(texts: Iterable[str]) -> dict[str, dict[str, str]]:
    """Return, for each language but English, those of the texts that differ in it, by the English text."""
    wanted = list(dict.fromkeys([*WORDS, *texts]))
    found: dict[str, dict[str, str]] = {}
    for language in (name for name in LANGUAGES if name != "en"):
        with in_language(language):
            found[language] = {text: said for text in wanted if (said := tr(text)) != text}
    return found
