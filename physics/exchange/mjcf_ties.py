"""What ties the bodies of a file in MJCF together: equalities, tendons, motors; and its start, a key frame."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from physics.errors import BadInput, shown
from physics.exchange.drafts import MachineDraft, Words, coordinate_word
from physics.exchange.frames import Frame, of_quaternion, quaternion_of
from physics.exchange.mjcf_content import MjcfContent, MjcfJoint, MjcfSite, found
from physics.exchange.xml_tree import XmlElement
from physics.machines.description import described
from physics.machines.equations import size_of, spring_lengths
from physics.machines.joints import GROUND_NAME, SAID
from physics.machines.vectors import Matrix, Vector, difference, product, transposed, turned

TURNED = 1e-9
"""Difference of elements of two rotations that counts as none."""
POINT = 1e-12
"""Distance of two points that counts as none [m]."""
IDENTITY = 1.0, 0.0, 0.0, 0.0
WIDTHS = {"hinge": (1, 1), "slide": (1, 1), "ball": (4, 3), "free": (7, 6)}
"""Numbers of coordinates and of rates of joints."""


def read_ties(root: XmlElement, content: MjcfContent) -> None:
    """Read equalities and tendons; raises BadInput."""
    tendons = {each.attributes.get("name", ""): each for part in root.all("tendon") for each in part.children}
    for part in root.all("equality"):
        for element in part.children:
            element = content.settings.resolved(element, "")
            if element.attributes.get("active") == "false":
                continue
            if element.tag == "tendon":
                _rod(element, tendons, content)
            elif element.tag in EQUALITIES:
                EQUALITIES[element.tag](element, content)
            else:
                content.draft.leave_out(f"an equality of the kind {element.tag}", element)
    for part in root.all("tendon"):
        for element in part.children:
            resolved = content.settings.resolved(element, "")
            resolved.children = element.children
            if element.tag == "fixed":
                _couple(resolved, content)
            elif element.tag == "spatial":
                _spring(resolved, content)
    _lengths_at_rest(content)


# Equalities -------------------------------------------------------------------------------------------------


def _closing(content: MjcfContent) -> None:
    """Give all joints of the tree a word, so that they and no equality carry the bodies."""
    for joint in content.order:
        words = content.draft.joints[joint.name]
        if joint.kind != "free" and not words.keys() & set(SAID):
            words["damping"] = 0.0


def _pair(element: XmlElement, content: MjcfContent) -> tuple[str, str]:
    """Return the two bodies of an equality."""
    one = content.body(element, "body1")
    other = content.body(element, "body2") if "body2" in element.attributes else GROUND_NAME
    if one == other:
        raise element.wrong("ties a body to itself; must tie two")
    return one, other


def _connect(element: XmlElement, content: MjcfContent) -> None:
    """Read an equality that keeps two points together."""
    draft = content.draft
    wanted = element.attributes.get("name", "connect")
    if "site1" in element.attributes:
        one, other = content.site(element, "site1"), content.site(element, "site2")
        pair, at = _places(element, one, other, draft)
    else:
        pair = _pair(element, content)
        at = list(content.frames[element.text("body1")].at(element.vector("anchor")))
    _closing(content)
    draft.add_joint(wanted, "ball", pair, element, at=at)


def _places(
    element: XmlElement, one: MjcfSite, other: MjcfSite, draft: MachineDraft
) -> tuple[tuple[str, str], str | list[float]]:
    """Return the bodies of two sites, and where they are to meet, in words."""
    if one.body == other.body:
        raise element.wrong("ties a body to itself; must tie two")
    if GROUND_NAME not in (one.body, other.body):
        return (one.body, other.body), f"{one.anchor}, {other.anchor}"
    way = difference(one.frame.place, other.frame.place)
    if max(map(abs, way)) <= POINT:
        return (one.body, other.body), list(one.frame.place)
    stand = draft.add_body("frame", element)
    draft.add_joint(f"{stand}_fixed", "fixed", (GROUND_NAME, stand), element)
    ends = []
    for site in (one, other):
        if site.body == GROUND_NAME:
            draft.bodies[stand]["anchors"] = {"here": list(site.frame.place)}
        ends.append((stand, "here") if site.body == GROUND_NAME else (site.body, site.anchor))
    return (ends[0][0], ends[1][0]), f"{ends[0][1]}, {ends[1][1]}"


def _weld(element: XmlElement, content: MjcfContent) -> None:
    """Read an equality that keeps two bodies, or the axes of two sites, together."""
    draft = content.draft
    if "site1" in element.attributes:
        one, other = content.site(element, "site1"), content.site(element, "site2")
        if not _same(one.frame.rotation, other.frame.rotation):
            draft.leave_out("a weld of sites whose axes differ", element)
            return
        pair, at = _places(element, one, other, draft)
    else:
        pair = _pair(element, content)
        pose = element.some_numbers("relpose")
        if len(pose) == 7 and any(pose[3:]):
            draft.leave_out("a weld in another pose than that of the file", element)
            return
        at = list(content.frames[element.text("body1")].place)
    _closing(content)
    draft.add_joint(element.attributes.get("name", "weld"), "fixed", pair, element, at=at)


def _same(one: Matrix, other: Matrix) -> bool:
    return all(abs(a - b) < TURNED for p, q in zip(one, other, strict=True) for a, b in zip(p, q, strict=True))


def _gear(element: XmlElement, content: MjcfContent) -> None:
    """Read an equality of two joints."""
    draft, one = content.draft, content.joint(element, "joint1")
    shares = (*element.some_numbers("polycoef"), 0.0, 1.0, 0.0, 0.0, 0.0)[:5]
    if "polycoef" in element.attributes:
        shares = (*element.some_numbers("polycoef"), 0.0, 0.0, 0.0, 0.0, 0.0)[:5]
    if "joint2" not in element.attributes or any(shares[2:]):
        draft.leave_out("an equality of joints that is not linear in two of them", element)
        return
    other = content.joint(element, "joint2")
    if not {one.kind, other.kind} <= {"hinge", "slide"} or one.name == other.name:
        raise element.wrong("must tie two joints that are hinges or slides")
    add_gear(draft, element, (one.name, other.name), shares[1], shares[0])


def add_gear(draft: MachineDraft, element: XmlElement, joints: tuple[str, str], ratio: float, offset: float) -> None:
    """Add a gear: the coordinate of the first joint is ratio times that of the second, and an offset."""
    draft.add("gears", element.attributes.get("name", "gear"), element, joints=list(joints), ratio=ratio)
    if offset:
        words = draft.joints[joints[0]]
        words[coordinate_word(words)] = offset


def _rod(element: XmlElement, tendons: dict[str, XmlElement], content: MjcfContent) -> None:
    """Read an equality that keeps the length of a tendon between two sites."""
    tendon = found(tendons, element, "tendon1", "tendon")
    if "tendon2" in element.attributes or tendon.tag != "spatial" or not _is_straight(tendon):
        content.draft.leave_out("an equality of tendons", element)
        return
    between, length = _between(tendon, content)
    _closing(content)
    shares = (*element.some_numbers("polycoef"), 0.0)
    length += shares[0]
    if not length > 0.0:
        raise element.wrong(f"keeps a length of {length:g} m; must be positive")
    content.draft.add("rods", tendon.attributes.get("name", "rod"), element, **between, length=length)


EQUALITIES: dict[str, Callable[[XmlElement, MjcfContent], None]] = {
    "connect": _connect, "weld": _weld, "joint": _gear,
}  # fmt: skip


# Tendons ----------------------------------------------------------------------------------------------------


def _is_straight(tendon: XmlElement) -> bool:
    return [each.tag for each in tendon.children] == ["site", "site"]


def _between(tendon: XmlElement, content: MjcfContent) -> tuple[Words, float]:
    """Return the ends of a tendon between two sites in words, and its length where it is drawn [m]."""
    one, other = (content.site(each, "site") for each in tendon.children)
    if one.body == other.body:
        raise tendon.wrong("is between two sites of one body; must tie two")
    ends = [list(each.frame.place) if each.body == GROUND_NAME else each.anchor for each in (one, other)]
    x, y, z = difference(one.frame.place, other.frame.place)
    return {"between": [one.body, other.body], "from": ends[0], "to": ends[1]}, math.sqrt(x * x + y * y + z * z)


def _spring(tendon: XmlElement, content: MjcfContent) -> None:
    """Read a tendon that pulls between two sites."""
    draft = content.draft
    forces = {word: value for word in ("stiffness", "damping") if (value := tendon.number(word, 0.0))}
    for word in ("frictionloss", "armature"):
        if tendon.number(word, 0.0):
            draft.leave_out(f"{word} of a tendon", tendon)
    limited = tendon.attributes.get("limited", "auto")
    if limited == "true" or (limited == "auto" and "range" in tendon.attributes):
        _rope(tendon, content)
    if not forces:
        return
    if not _is_straight(tendon):
        draft.leave_out("a tendon that is not between two sites", tendon)
        return
    between, _ = _between(tendon, content)
    rest = _rest_of(tendon)
    if rest is None:
        draft.leave_out("a tendon that is slack over a range of lengths", tendon)
    else:
        words = {**between, **forces, **({"rest": rest} if rest >= 0.0 else {})}
        draft.add("springs", tendon.attributes.get("name", "spring"), tendon, **words)


def _rope(tendon: XmlElement, content: MjcfContent) -> None:
    """Read a tendon between two sites that must not be longer than a limit as a rope."""
    low, high = tendon.numbers("range", 2)
    between, length = _between(tendon, content) if _is_straight(tendon) else ({}, 0.0)
    if between and low <= 0.0 < length <= high:
        content.draft.add("ropes", tendon.attributes.get("name", "rope"), tendon, **between, length=high)
    else:
        content.draft.leave_out("limits of a tendon", tendon)


def _rest_of(tendon: XmlElement) -> float | None:
    """Return the length at rest of a tendon, -1 for that of the pose at rest, None where there are two."""
    given = tendon.some_numbers("springlength") or (-1.0,)
    return given[0] if len(set(given)) == 1 else None


def _lengths_at_rest(content: MjcfContent) -> None:
    """Give springs the lengths that they have where all joints are at rest, where that is not the drawn pose."""
    draft = content.draft
    waiting = [words for words in draft.tables.get("springs", {}).values() if "rest" not in words]
    if not waiting or not any("rest" in words for words in draft.joints.values()):
        return
    try:
        made = described(draft.description())
    except BadInput:
        return  # it is refused later, with its line
    y = [0.0] * size_of(made.machine)
    for k, (link, name) in enumerate(zip(made.machine.links, made.names, strict=True)):
        at = made.machine.coordinate_of(k)
        if link.rates == 1:
            y[at] = draft.joints.get(name, {}).get("rest", 0.0)
        elif link.coordinates:
            y[at] = 1.0
    lengths = spring_lengths(made.machine, y)
    for words, length in zip(draft.tables["springs"].values(), lengths, strict=True):
        words.setdefault("rest", float(length))


def _couple(tendon: XmlElement, content: MjcfContent) -> None:
    """Read a tendon that is a sum of coordinates: springs of joints, and their coupling."""
    draft, stiffness = content.draft, tendon.number("stiffness", 0.0)
    if tendon.number("damping", 0.0) or tendon.number("frictionloss", 0.0) or "range" in tendon.attributes:
        draft.leave_out("damping, friction and limits of a tendon of joints", tendon)
    if not stiffness:
        return
    parts = [(content.joint(each, "joint"), each.number("coef")) for each in tendon.children]
    rest = _rest_of(tendon)
    if not 1 <= len(parts) <= 2 or rest is None or any(joint.kind not in ("hinge", "slide") for joint, _ in parts):
        draft.leave_out("a tendon of joints that is no coupling of two", tendon)
        return
    words = [draft.joints[joint.name] for joint, _ in parts]
    if rest < 0.0:
        stretch = sum(share * each.get("rest", 0.0) for (_, share), each in zip(parts, words, strict=True))
    else:
        stretch = rest - sum(share * joint.reference for joint, share in parts)
    for (_, share), each in zip(parts, words, strict=True):
        before = each.get("stiffness", 0.0)
        whole = before + stiffness * share * share
        pull = before * each.get("rest", 0.0) + stiffness * share * stretch
        if abs(whole) <= 1e-15 * abs(before) or not whole:
            whole = 0.0
        each["stiffness"], each["rest"] = whole, pull / whole if whole else 0.0
        for word in ("stiffness", "rest"):
            if not each[word]:
                del each[word]
    if len(parts) == 2:
        (one, a), (other, b) = parts
        name = tendon.attributes.get("name", "coupling")
        draft.add("couplings", name, tendon, joints=[one.name, other.name], stiffness=stiffness * a * b)


# The start --------------------------------------------------------------------------------------------------


def give_start(root: XmlElement, content: MjcfContent) -> None:
    """Give the machine the start and the torques of the first key frame; raises BadInput."""
    keys = [key for part in root.all("keyframe") for key in part.all("key")]
    controls = keys[0].some_numbers("ctrl") if keys else ()
    motors = [content.settings.resolved(each, "") for part in root.all("actuator") for each in part.children]
    for k, motor in enumerate(motors):
        _motor(motor, controls[k] if k < len(controls) else 0.0, content)
    for key in keys[1:]:
        content.draft.leave_out("key frames but the first", key)
    if keys:
        _start(keys[0], content)


def _motor(motor: XmlElement, control: float, content: MjcfContent) -> None:
    """Give a joint the constant torque of a motor."""
    draft, gain = content.draft, (*motor.some_numbers("gainprm"), 1.0)[0]
    plain = motor.tag == "motor" or (
        motor.tag == "general"
        and all(motor.attributes.get(word, "none") in ("none", "fixed") for word in ("biastype", "dyntype", "gaintype"))
    )
    if not plain or "joint" not in motor.attributes:
        draft.leave_out(f"an actuator of the kind {motor.tag}", motor)
        return
    joint, gear = content.joint(motor, "joint"), (*motor.some_numbers("gear"), 1.0)[0]
    torque = gear * control * (gain if motor.tag == "general" else 1.0)
    if joint.kind not in ("hinge", "slide"):
        draft.leave_out(f"a motor of a {joint.kind} joint", motor)
    elif not torque:
        word = "force" if joint.kind == "slide" else "torque"
        draft.leave_out(f"a motor without a control in the first key frame; give its joint a {word}", motor)
    else:
        word = "force" if joint.kind == "slide" else "torque"
        words = draft.joints[joint.name]
        words[word] = words.get(word, 0.0) + torque


def _start(key: XmlElement, content: MjcfContent) -> None:
    """Give all joints their coordinates and rates at the start."""
    draft = content.draft
    q, v = key.some_numbers("qpos"), key.some_numbers("qvel")
    sizes = [sum(WIDTHS[joint.kind][k] for joint in content.order) for k in (0, 1)]
    for given, size, word in ((q, sizes[0], "qpos"), (v, sizes[1], "qvel")):
        if given and len(given) != size:
            raise key.wrong(f"{word}: has {len(given)} numbers; the joints have {size}")
    before = {name: dict(words) for name, words in draft.joints.items()}
    at = speed_at = 0
    for joint in content.order:
        wide, fast = WIDTHS[joint.kind]
        if q:
            _give_coordinates(joint, q[at : at + wide], draft, key)
        if any(v[speed_at : speed_at + fast]):
            _give_rates(joint, v[speed_at : speed_at + fast], draft.joints[joint.name])
        at, speed_at = at + wide, speed_at + fast
    try:
        described(draft.description())
    except BadInput as error:
        if "cannot be closed" not in str(error) and "contradict" not in str(error):
            return  # it is refused later, with its line
        draft.joints.clear()
        draft.joints.update(before)
        draft.leave_out("the first key frame, which does not close the loops", key)


def _give_coordinates(joint: MjcfJoint, q: Sequence[float], draft: MachineDraft, key: XmlElement) -> None:
    """Give a joint its coordinates at the start."""
    words = draft.joints[joint.name]
    if joint.kind in ("hinge", "slide"):
        found = words[coordinate_word(words)] = q[0] - joint.reference
        if "range" in words and not words["range"][0] <= found <= words["range"][1]:
            draft.leave_out("range of a joint that begins beyond it", key)
            del words["range"]
        return
    if joint.kind == "free":
        words["position"] = list(difference((q[0], q[1], q[2]), joint.frame.place))
    w, x, y, z = q[-4:]
    if not w * w + x * x + y * y + z * z > 1e-20:
        raise key.wrong(f"qpos: the quaternion of {shown(joint.name)} must not be zero")
    given = of_quaternion(w, x, y, z)
    frame = joint.frame
    given = product(given, transposed(frame.rotation)) if joint.kind == "free" else _seen(frame, given)
    four = quaternion_of(given)
    if four != IDENTITY:
        draft.initial |= {f"{joint.name}_{letter}": each for letter, each in zip("wxyz", four, strict=True)}


def _seen(frame: Frame, rotation: Matrix) -> Matrix:
    """Return a rotation in the axes of a frame as one in those of the world."""
    return product(product(frame.rotation, rotation), transposed(frame.rotation))


def _give_rates(joint: MjcfJoint, v: Sequence[float], words: Words) -> None:
    """Give a joint its rates at the start."""
    if joint.kind in ("hinge", "slide"):
        words["rate"] = v[0]
        return
    spin: Vector = turned(joint.frame.rotation, (v[-3], v[-2], v[-1]))
    words["rate"] = [*v[:-3], *spin]
