"""MJCF, the files of MuJoCo, as descriptions of machines: bodies, joints, sites, equalities, tendons, motors.

MuJoCo documentation, XML reference. The drawn pose of a machine is the file's reference pose, in which each coordinate
of a joint is its `ref`; the first key frame is the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from physics.errors import shown
from physics.exchange.drafts import DraftSolid, MachineDraft, as_one, scaled_matrix
from physics.exchange.frames import Frame
from physics.exchange.mjcf_content import MjcfContent, MjcfJoint, MjcfSite
from physics.exchange.mjcf_defaults import settings_of
from physics.exchange.mjcf_geoms import solid_of
from physics.exchange.mjcf_ties import give_start, read_ties
from physics.exchange.xml_tree import XmlElement
from physics.machines.joints import GROUND_NAME
from physics.machines.words import direction_word

KINDS = {"hinge": "hinge", "slide": "slider", "ball": "ball", "free": "free"}
SECTIONS = ("compiler", "option", "default", "worldbody", "equality", "tendon", "actuator", "keyframe")
SILENT = ("size", "visual", "statistic", "asset", "custom")
"""Sections that say nothing of the motion."""
FIELDS = {"density": "the density of air or water", "viscosity": "the viscosity of air or water", "wind": "wind"}
OF_BODIES = ("body", "joint", "freejoint", "inertial", "geom", "site", "frame")
JOINT_EXTRAS = {
    "armature": "armature of a joint, the inertia of its motor", "springdamper": "springdamper of a joint",
    "actuatorfrcrange": "limits of motors", "actuatorfrclimited": "limits of motors",
}  # fmt: skip


def read_mjcf(root: XmlElement) -> MachineDraft:
    """Return the machine of a file; raises BadInput with the line."""
    draft = MachineDraft(title=root.attributes.get("model", ""))
    content = MjcfContent(draft, settings_of(root, draft))
    _options(root, content)
    for element in root.children:
        if element.tag not in (*SECTIONS, *SILENT):
            draft.leave_out(_left(element), element)
    for world in root.all("worldbody"):
        _World(content).read(world)
    _complain_of_contacts(root, content)
    if content.settings.whole_mass > 0.0:
        draft.scale_masses(content.settings.whole_mass)
    draft.settle_masses()
    read_ties(root, content)
    give_start(root, content)
    return draft


def _left(element: XmlElement) -> str:
    names = {"include": f"the file {shown(element.attributes.get('file'))} that is included", "contact": "contacts"}
    return names.get(element.tag, f"{element.tag}s" if element.tag == "sensor" else f"what is in <{element.tag}>")


def _options(root: XmlElement, content: MjcfContent) -> None:
    """Read gravity, and note what else acts on bodies."""
    draft = content.draft
    for option in root.all("option"):
        draft.gravity = option.vector("gravity", draft.gravity)
        for word, what in FIELDS.items():
            if any(option.some_numbers(word)):
                draft.leave_out(what, option)
        for flag in option.all("flag"):
            if flag.attributes.get("gravity") == "disable":
                draft.gravity = 0.0, 0.0, 0.0
            if flag.attributes.get("contact") == "disable":
                content.settings.touches = False


def _complain_of_contacts(root: XmlElement, content: MjcfContent) -> None:
    if content.settings.touching:
        content.draft.leave_out("contacts: bodies pass through one another and the floor", content.settings.touching[0])


@dataclass
class _World:
    """Reads the tree of bodies."""

    content: MjcfContent

    def read(self, world: XmlElement) -> None:
        """Read all bodies; raises BadInput."""
        for child, frame, inherited in self._inside(world, Frame(), ""):
            if child.tag == "body":
                self._body(child, frame, GROUND_NAME, inherited)
            elif child.tag == "site":
                self._site(child, frame, GROUND_NAME, inherited)
            elif child.tag == "geom":
                self._touches(self.content.settings.resolved(child, inherited))
            elif child.tag not in ("light", "camera"):
                self.content.draft.leave_out(_left(child), child)

    def _inside(self, element: XmlElement, frame: Frame, inherited: str) -> Iterator[tuple[XmlElement, Frame, str]]:
        """Yield what is in a body, with what is in its frames, each with its frame and class."""
        for child in element.children:
            if child.tag == "frame":
                own = self.content.settings.frame(child).within(frame)
                yield from self._inside(child, own, child.attributes.get("childclass", inherited))
            else:
                yield child, frame, inherited

    def _body(self, element: XmlElement, outer: Frame, mother: str, inherited: str) -> None:
        """Read a body with all that hangs on it."""
        content, draft = self.content, self.content.draft
        inherited = element.attributes.get("childclass", inherited)
        frame = content.settings.frame(element).within(outer)
        inside = list(self._inside(element, frame, inherited))
        joints = [
            (content.settings.resolved(child, cls) if child.tag == "joint" else child, own)
            for child, own, cls in inside if child.tag in ("joint", "freejoint")
        ]  # fmt: skip
        wanted = element.attributes.get("name", f"body_{len(draft.bodies) + 1}")
        name = self._carried(element, wanted, mother, joints)
        if "name" in element.attributes:
            content.bodies[wanted] = name
            content.frames[wanted] = frame
        if any(element.some_numbers("gravcomp")):
            draft.leave_out("gravcomp: weight of a body that is taken away", element)
        self._masses(element, name, frame, inside)
        for child, own, cls in inside:
            if child.tag == "site":
                self._site(child, own, name, cls)
            elif child.tag == "body":
                self._body(child, own, name, cls)
            elif child.tag not in (*OF_BODIES, "light", "camera"):
                draft.leave_out(_left(child), child)

    def _carried(
        self, element: XmlElement, wanted: str, mother: str, joints: Sequence[tuple[XmlElement, Frame]]
    ) -> str:
        """Add a body with the joints that carry it, with bodies between them that have no mass; return its name."""
        draft = self.content.draft
        between = [draft.add_body(f"{wanted}_{k + 1}", element) for k in range(len(joints) - 1)]
        name = draft.add_body(wanted, element)
        for (joint, frame), first, second in zip(joints, (mother, *between), (*between, name), strict=False):
            self._joint(joint, frame, first, second)
        if not joints:
            draft.add_joint(f"{name}_fixed", "fixed", (mother, name), element)
        return name

    def _joint(self, joint: XmlElement, frame: Frame, first: str, second: str) -> None:
        """Add a joint of two bodies. frame: of the second."""
        content, draft = self.content, self.content.draft
        kind = "free" if joint.tag == "freejoint" else joint.choice("type", tuple(KINDS), "hinge")
        wanted = joint.attributes.get("name", f"{second}_joint")
        at = frame.place if kind == "free" else frame.at(joint.vector("pos", (0.0, 0.0, 0.0)))
        words: dict[str, Any] = {"at": list(at)}
        reference, scale = 0.0, 1.0
        if kind in ("hinge", "slide"):
            scale = content.settings.angle if kind == "hinge" else 1.0
            words["axis"] = direction_word(frame.along(joint.direction("axis", (0.0, 0.0, 1.0))))
            reference = joint.number("ref", 0.0) * scale
        elif kind == "free" and first != GROUND_NAME:
            raise joint.wrong("a free joint must belong to a body of the world")
        words |= self._forces(joint, kind, reference, scale)
        name = draft.add_joint(wanted, KINDS[kind], (first, second), joint, **words)
        found = MjcfJoint(name, kind, frame, reference)
        content.order.append(found)
        if "name" in joint.attributes:
            content.joints[joint.attributes["name"]] = found
        self._limits(joint, name, kind, reference, scale)

    def _forces(self, joint: XmlElement, kind: str, reference: float, scale: float) -> dict[str, float]:
        """Return damping and spring of a joint in words, and note what it has besides."""
        draft, words = self.content.draft, {}
        if damping := joint.number("damping", 0.0):
            words["damping"] = damping
            if kind == "free":
                words = {}
                draft.leave_out("damping of a free joint", joint)
        if stiffness := joint.number("stiffness", 0.0):
            if kind in ("hinge", "slide"):
                rest = joint.number("springref", 0.0) * scale - reference
                words |= {"stiffness": stiffness} | ({"rest": rest} if rest else {})
            else:
                draft.leave_out(f"stiffness of a {kind} joint", joint)
        for word, what in JOINT_EXTRAS.items():
            if any(each not in ("0", "false", "auto") for each in joint.attributes.get(word, "").split()):
                draft.leave_out(what, joint)
        return words

    def _limits(self, joint: XmlElement, name: str, kind: str, reference: float, scale: float) -> None:
        """Give a joint its range and dry friction."""
        draft = self.content.draft
        limited = joint.choice("limited", ("true", "false", "auto"), "auto")
        given = joint.some_numbers("range")
        if limited == "true" or (limited == "auto" and given and self.content.settings.limits_by_range):
            if kind in ("hinge", "slide"):
                low, high = joint.numbers("range", 2)
                if not low < high:
                    raise joint.wrong(f"range = {low:g} {high:g}: the first must be less")
                draft.limit(name, low * scale - reference, high * scale - reference)
            elif kind == "ball":
                draft.leave_out("range of a ball joint", joint)
        if friction := joint.number("frictionloss", 0.0):
            if kind in ("hinge", "slide"):
                draft.joints[name]["friction"] = friction
            else:
                draft.leave_out(f"frictionloss of a {kind} joint", joint)

    def _site(self, site: XmlElement, frame: Frame, body: str, inherited: str) -> None:
        """Add a site as an anchor."""
        site = self.content.settings.resolved(site, inherited)
        own = self.content.settings.frame(site, "fromto").within(frame)
        if "name" not in site.attributes:
            return
        name = site.attributes["name"]
        anchor = "".join(each if each.isalnum() or each == "_" else "_" for each in name)
        if body != GROUND_NAME:
            anchors = self.content.draft.bodies[body].setdefault("anchors", {})
            while anchor in anchors or not anchor.isidentifier() or anchor in ("start", "end", "centre"):
                anchor = f"_{anchor}"
            anchors[anchor] = list(own.place)
        self.content.sites[name] = MjcfSite(body, anchor, own)

    def _touches(self, geom: XmlElement) -> None:
        """Note a geom that collides."""
        settings = self.content.settings
        collides = any(geom.number(word, 1.0) for word in ("contype", "conaffinity"))
        if collides and settings.touches:
            settings.touching.append(geom)

    def _masses(
        self, element: XmlElement, name: str, frame: Frame, inside: Sequence[tuple[XmlElement, Frame, str]]
    ) -> None:
        """Give a body its mass, from its inertial or its geoms, and its shape."""
        content = self.content
        geoms = [(content.settings.resolved(child, cls), own) for child, own, cls in inside if child.tag == "geom"]
        for geom, _ in geoms:
            self._touches(geom)
        solids = [each for geom, own in geoms if (each := solid_of(geom, own, content.settings, content.draft))]
        inertials = [child for child, _, _ in inside if child.tag == "inertial"]
        if len(inertials) > 1:
            raise inertials[1].wrong("is there twice in the body; must be there once")
        given: DraftSolid | None = None
        if inertials and content.settings.inertia_of_geoms != "true":
            given = content.settings.inertial(inertials[0], frame)
        if given is None and content.settings.inertia_of_geoms == "false":
            solids = [replace(each, mass=0.0, inertia=scaled_matrix(0.0, each.inertia)) for each in solids]
        mass, centre, inertia = as_one([given] if given else [each for each in solids if each.mass])
        content.draft.give_mass(name, mass, centre, inertia, solids, element)
