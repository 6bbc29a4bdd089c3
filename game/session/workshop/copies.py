"""Copies of what is selected: beside, spread about an axis, or mirrored; the last copies can be laid out anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from game.model.shown.sentence import Sentence
from game.model.words import later
from game.scenefile import sketching
from game.session.undoing import undo
from game.session.workshop.state import CopyOffer
from physics import BadInput

if TYPE_CHECKING:
    from game.session.session import Session
    from game.session.workshop.desk import Workshop

COPIED = later("Copies of {names}")


class CopyLayout(NamedTuple):
    """How copies lie: beside where neither is given.

    number: of all about an axis, the parts included, or 0. mirror: the axis square to the mirror, or "".
    """

    number: int = 0
    mirror: str = ""


def offer_of(session: Session) -> CopyOffer | None:
    """Return the copies that were made last, None where something was changed since."""
    offer, held = session.workshop.offer, session.run.workshop
    return offer if offer is not None and held is not None and held.sketch == offer.after else None


BESIDE = CopyLayout()


def copy_selection(desk: Workshop, session: Session, layout: CopyLayout = BESIDE) -> None:
    """Copy what is selected, beside it; or lay out the copies that were made last in another way. Raises BadInput.

    Copies about an axis are spread about that of what the parts hang on; a mirror goes through it.
    """
    state, offer = desk.state, offer_of(session)
    again = offer is not None and layout is not BESIDE
    before, chosen = (offer.before, offer.parts) if offer is not None and again else (desk.sketch, state.selection)
    if not chosen:
        raise BadInput("duplicate: nothing is selected")
    if layout.number:
        axis = sketching.axis_of_copies(before, chosen)
        made, new = sketching.duplicate(before, chosen, layout.number - 1, about=axis.way, at=axis.at)
    elif layout.mirror:
        at = sketching.axis_of_copies(before, chosen).at
        made, new = sketching.duplicate(before, chosen, mirror=layout.mirror, at=at)
    else:
        made, new = sketching.duplicate(before, chosen)
    if again:
        undo(session)

    def then() -> None:
        desk.select(new)
        state.offer = CopyOffer(chosen, before, made, layout.mirror or str(layout.number or ""))

    desk.change(made, Sentence(COPIED, names=", ".join(name for _, name in chosen)), then)
