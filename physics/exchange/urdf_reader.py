"""URDF, the files of robots of ROS, as descriptions of machines.

wiki.ros.org/urdf/XML. The drawn pose is that in which all joints are at 0. The link that hangs on nothing is fixed to
the ground, because the file does not say what it stands on; one that is called `world` is the ground itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from physics.errors import shown
from physics.exchange.drafts import DraftSolid, MachineDraft
from physics.exchange.frames import Frame, of_angles, turned_inertia
from physics.exchange.mjcf_ties import add_gear
from physics.exchange.solids import box, cylinder, ellipsoid
from physics.exchange.xml_tree import XmlElement
from physics.machines.joints import GROUND_NAME
from physics.machines.vectors import ZERO, Matrix
from physics.machines.words import FAR, direction_word

KINDS = {
    "revolute": "hinge", "continuous": "hinge", "prismatic": "slider", "fixed": "fixed", "floating": "free",
    "planar": "planar",
}  # fmt: skip
WORLD = "world"
"""The name of a link without mass that is the ground."""
OTHERS = {"transmission": "transmissions", "gazebo": "what is for Gazebo", "sensor": "sensors"}
SILENT = ("material", "link", "joint")
JOINT_OTHERS = {"safety_controller": "a safety controller", "calibration": "a calibration"}


def read_urdf(root: XmlElement) -> MachineDraft:
    """Return the machine of a file; raises BadInput with the line."""
    draft = MachineDraft(title=root.attributes.get("name", ""))
    for element in root.children:
        if element.tag not in SILENT:
            draft.leave_out(OTHERS.get(element.tag, f"what is in <{element.tag}>"), element)
    links = _by_name(root, "link")
    joints = _by_name(root, "joint")
    ends = {name: (_end(joint, "parent", links), _end(joint, "child", links)) for name, joint in joints.items()}
    _check_tree(joints, ends)
    names = _read_links(root, links, joints, ends, draft)
    _fix_what_is_nothing(joints, names, draft)
    draft.settle_masses()
    for joint in joints.values():
        _mimic(joint, joints, names, draft)
    return draft


def _by_name(root: XmlElement, tag: str) -> dict[str, XmlElement]:
    """Return elements by their names, which must differ; raises BadInput."""
    found: dict[str, XmlElement] = {}
    for element in root.all(tag):
        name = element.text("name")
        if name in found:
            raise element.wrong(f"the name is taken by line {found[name].line}; names must differ")
        found[name] = element
    return found


def _end(joint: XmlElement, word: str, links: Mapping[str, XmlElement]) -> str:
    """Return the link that a joint names; raises BadInput."""
    element = joint.only(word)
    if element is None:
        raise joint.wrong(f"needs {word}")
    name = element.text("link")
    if name not in links:
        raise joint.wrong(f"{word} = {shown(name)}: there is no such link")
    return name


def _check_tree(joints: Mapping[str, XmlElement], ends: Mapping[str, tuple[str, str]]) -> None:
    """Raise BadInput for a link that is the child of two joints, or of itself."""
    carried: dict[str, XmlElement] = {}
    for joint in joints.values():
        mother, child = ends[joint.text("name")]
        if mother == child:
            raise joint.wrong(f"joins {shown(child)} to itself; must join two links")
        if child in carried:
            raise joint.wrong(f"{shown(child)} hangs on line {carried[child].line} already; a link hangs on one joint")
        carried[child] = joint


def _read_links(
    root: XmlElement, links: Mapping[str, XmlElement], joints: Mapping[str, XmlElement],
    ends: Mapping[str, tuple[str, str]], draft: MachineDraft,
) -> dict[str, str]:  # fmt: skip
    """Read the tree of links from those that hang on nothing; return the names of joints by those of the file."""
    children = {child for _, child in ends.values()}
    waiting: list[tuple[str, Frame, str, XmlElement | None]] = []
    for name, link in links.items():
        if name in children:
            continue
        if name == WORLD and link.only("inertial") is None:
            waiting.append((name, Frame(), GROUND_NAME, None))
            continue
        body = draft.add_body(name, link)
        if all(joint.attributes.get("type") == "fixed" for joint in joints.values()):
            draft.add_joint("flight", "free", (GROUND_NAME, body), link, at=[0.0, 0.0, 0.0])
        else:
            draft.add_joint(f"{body}_fixed", "fixed", (GROUND_NAME, body), link)
            draft.leave_out(f"{shown(name)} stands on nothing; it is fixed to the ground", link)
        waiting.append((name, Frame(), body, None))
    names: dict[str, str] = {}
    reached = set()
    while waiting:
        name, frame, body, _ = waiting.pop()
        reached.add(name)
        if body != GROUND_NAME:
            _masses(links[name], body, frame, draft)
        hanging = [joint for joint in joints.values() if ends[joint.text("name")][0] == name]
        for joint in hanging:
            child = ends[joint.text("name")][1]
            own = _origin(joint).within(frame)
            carried = draft.add_body(child, links[child])
            names[joint.text("name")] = _joint(joint, own, body, carried, draft)
            waiting.append((child, own, carried, joint))
    for name in (each for each in links if each not in reached):
        raise links[name].wrong("hangs on itself, by way of other links; must hang on one that hangs on nothing")
    return names


def _fix_what_is_nothing(joints: Mapping[str, XmlElement], names: Mapping[str, str], draft: MachineDraft) -> None:
    """Fix joints that carry nothing with a mass, whose motion nothing would resist."""
    mothers = {}
    for words in draft.joints.values():
        mother, child = words[next(word for word in words if word in KINDS.values())]
        mothers[child] = mother
    heavy = {GROUND_NAME}
    for body, load in draft.loads.items():
        here = body
        while (load.mass or any(map(any, load.inertia))) and here not in heavy:
            heavy.add(here)
            here = mothers[here]
    for told, name in names.items():
        kind = next(word for word in draft.joints[name] if word in KINDS.values())
        if kind != "fixed" and draft.joints[name][kind][1] not in heavy:
            draft.joints[name] = {"fixed": draft.joints[name][kind]}
            draft.leave_out("a joint that carries no mass, which is fixed", joints[told])


def _origin(element: XmlElement) -> Frame:
    """Return place and axes that an element has, those of what it is in where it says nothing."""
    origin = element.only("origin")
    if origin is None:
        return Frame()
    return Frame(of_angles(origin.vector("rpy", ZERO), "XYZ"), origin.vector("xyz", ZERO))


def _joint(joint: XmlElement, frame: Frame, mother: str, child: str, draft: MachineDraft) -> str:
    """Add a joint of two bodies and return its name. frame: of the child."""
    kind = joint.choice("type", tuple(KINDS), "")
    words: dict[str, Any] = {"at": list(frame.place)}
    if kind in ("revolute", "continuous", "prismatic", "planar"):
        axis = joint.only("axis")
        along = axis.direction("xyz", (1.0, 0.0, 0.0)) if axis else (1.0, 0.0, 0.0)
        words["axis"] = direction_word(frame.along(along))
    dynamics = joint.only("dynamics")
    damping = dynamics.number("damping", 0.0) if dynamics else 0.0
    if damping and kind != "fixed":
        words["damping"] = damping if KINDS[kind] in ("hinge", "slider") else [damping] * _steps(KINDS[kind])
    name = draft.add_joint(joint.text("name"), KINDS[kind], (mother, child), joint, **words)
    _limits(joint, kind, name, draft)
    if dynamics and (friction := dynamics.number("friction", 0.0)):
        if kind in ("revolute", "continuous", "prismatic"):
            draft.joints[name]["friction"] = friction
        else:
            draft.leave_out(f"friction of a {kind} joint", joint)
    for tag, what in JOINT_OTHERS.items():
        if joint.only(tag) is not None:
            draft.leave_out(what, joint)
    return name


def _steps(kind: str) -> int:
    return {"free": 4, "planar": 3}[kind]


def _limits(joint: XmlElement, kind: str, name: str, draft: MachineDraft) -> None:
    """Give a joint its range."""
    limit = joint.only("limit")
    if kind not in ("revolute", "prismatic") or limit is None:
        return
    low, high = limit.number("lower", 0.0), limit.number("upper", 0.0)
    if low < high and max(-low, high) < FAR:
        draft.limit(name, low, high)
    elif low > high:
        raise limit.wrong(f"lower = {low:g}: must be less than upper = {high:g}")
    for word in ("effort", "velocity"):
        if limit.number(word, 0.0):
            draft.leave_out(f"the greatest {word} of joints", limit)


def _masses(link: XmlElement, name: str, frame: Frame, draft: MachineDraft) -> None:
    """Give a body its mass and shape."""
    inertial = link.only("inertial")
    solids = [each for visual in link.all("visual") if (each := _solid(visual, frame, draft))]
    for collision in link.all("collision"):
        draft.leave_out("shapes for collisions: bodies pass through one another and the floor", collision)
    if inertial is None:
        draft.give_mass(name, 0.0, frame.place, (ZERO, ZERO, ZERO), solids, link)
        return
    mass_element, moments = inertial.only("mass"), inertial.only("inertia")
    mass = mass_element.number("value", 0.0) if mass_element else 0.0
    if not mass >= 0.0:
        raise inertial.wrong(f"mass = {mass:g}: must not be negative")
    inertia: Matrix = (ZERO, ZERO, ZERO)
    if moments:
        xx, xy, xz, yy, yz, zz = (moments.number(each, 0.0) for each in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"))
        inertia = (xx, xy, xz), (xy, yy, yz), (xz, yz, zz)
    own = _origin(inertial).within(frame)
    draft.give_mass(name, mass, own.place, turned_inertia(own.rotation, inertia), solids, link)


def _solid(visual: XmlElement, frame: Frame, draft: MachineDraft) -> DraftSolid | None:
    """Return the solid that is seen of a link, None for a mesh; raises BadInput."""
    geometry = visual.only("geometry")
    shape = geometry.children[0] if geometry and geometry.children else None
    if shape is None or shape.tag not in ("box", "cylinder", "sphere"):
        draft.leave_out("the look of a link that is a mesh", visual)
        return None
    own = _origin(visual).within(frame)
    if shape.tag == "box":
        x, y, z = shape.vector("size")
        if not min(x, y, z) > 0.0:
            raise shape.wrong(f"size = {shown(shape.attributes['size'])}: must be positive")
        return box(own, (x, y, z), 0.0, 0.0)
    radius = shape.positive("radius")
    if shape.tag == "sphere":
        return ellipsoid(own, (radius, radius, radius), 0.0, 0.0)
    return cylinder(own, radius, shape.positive("length"), 0.0, 0.0)


def _mimic(
    joint: XmlElement, joints: Mapping[str, XmlElement], names: Mapping[str, str], draft: MachineDraft
) -> None:  # fmt: skip
    """Read a joint that follows another one as a gear."""
    mimic = joint.only("mimic")
    if mimic is None:
        return
    other = mimic.text("joint")
    if other not in joints or other == joint.text("name"):
        raise joint.wrong(f"mimic: joint = {shown(other)}: there is no such other joint")
    pair = names[joint.text("name")], names[other]
    if not all(draft.joints.get(each, {}).keys() & {"hinge", "slider"} for each in pair):
        draft.leave_out("a mimic of a joint that neither turns nor slides, or that carries no mass", joint)
        return
    element = XmlElement("mimic", {"name": f"{joint.text('name')}_gear"}, joint.line)
    add_gear(draft, element, pair, mimic.number("multiplier", 1.0), mimic.number("offset", 0.0))
