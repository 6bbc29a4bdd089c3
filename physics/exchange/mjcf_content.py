"""What has been read of a file in MJCF: joints, bodies and sites by their names there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from physics.errors import shown
from physics.exchange.drafts import MachineDraft
from physics.exchange.frames import Frame
from physics.exchange.mjcf_defaults import MjcfSettings
from physics.exchange.xml_tree import XmlElement
from physics.machines.joints import GROUND_NAME

Named = TypeVar("Named")


class MjcfJoint(NamedTuple):
    """A joint: its name in the description, its kind in the file, the frame of its body, and its `ref`."""

    name: str
    kind: str
    frame: Frame
    reference: float


class MjcfSite(NamedTuple):
    """A point of a body: the name of the body, that of the anchor, and its place in the world [m]."""

    body: str
    anchor: str
    frame: Frame


@dataclass
class MjcfContent:
    """What has been read: the draft, joints by their names in the file and in its order, bodies and sites by theirs."""

    draft: MachineDraft
    settings: MjcfSettings
    joints: dict[str, MjcfJoint] = field(default_factory=dict)
    order: list[MjcfJoint] = field(default_factory=list)
    bodies: dict[str, str] = field(default_factory=lambda: {"world": GROUND_NAME})
    frames: dict[str, Frame] = field(default_factory=lambda: {"world": Frame()})
    sites: dict[str, MjcfSite] = field(default_factory=dict)

    def joint(self, element: XmlElement, word: str) -> MjcfJoint:
        """Return the joint that an element names; raises BadInput."""
        return found(self.joints, element, word, "joint")

    def site(self, element: XmlElement, word: str) -> MjcfSite:
        """Return the site that an element names; raises BadInput."""
        site = found(self.sites, element, word, "site")
        return site._replace(body=self.draft.body_of(site.body))

    def body(self, element: XmlElement, word: str) -> str:
        """Return the body that an element names; raises BadInput."""
        return self.draft.body_of(found(self.bodies, element, word, "body"))


def found(known: Mapping[str, Named], element: XmlElement, word: str, what: str) -> Named:
    """Return what an element names; raises BadInput."""
    name = element.text(word)
    if name not in known:
        raise element.wrong(f"{word} = {shown(name)}: there is no such {what}")
    return known[name]
