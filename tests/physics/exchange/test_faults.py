"""What is wrong with a file is said in one line with the line of the file, and what is left out is listed."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from physics import BadInput
from physics.exchange.files import read_machine_text, scene_text
from physics.exchange.xml_tree import MAX_DEPTH, MAX_ELEMENTS
from tests.physics.exchange.references import FOLDER, NAMES

HINGE = '<body name="b"><joint name="j" axis="0 1 0"/><geom size="0.1"/></body>'


def mjcf(inside: str, more: str = "") -> str:
    return f"<mujoco>\n<worldbody>\n{inside}\n</worldbody>\n{more}\n</mujoco>"


def urdf(joint: str, link: str = '<mass value="1"/><inertia ixx="1" iyy="1" izz="1"/>') -> str:
    return (
        f'<robot name="r">\n<link name="a"/>\n<link name="b"><inertial>{link}</inertial></link>\n'
        f'<joint name="j" type="continuous"><parent link="a"/><child link="b"/>{joint}</joint>\n</robot>'
    )


FAULTS = {
    "": "line 1: not XML",
    "<a/>": r"line 1: a: must be <mujoco> \(MJCF\) or <robot> \(URDF\)",
    "<mujoco>\n<body>": "line 2: not XML",
    '<!DOCTYPE a [<!ENTITY b "c">]>\n<mujoco>&b;</mujoco>': "line 1: a document type",
    '<!DOCTYPE a SYSTEM "file:///etc/passwd"><mujoco/>': "line 1: a document type",
    "<mujoco>&lol;</mujoco>": "line 1: not XML: undefined entity",
    "<mujoco/>": "has no bodies",
    mjcf('<body name="b"><joint axis="0 0"/></body>'): "line 3: joint: axis = '0 0': must be 3 numbers",
    mjcf('<body name="b"><joint axis="0 0 0"/></body>'): "line 3: joint: axis = '0 0 0': must not be zero",
    mjcf('<body name="b"><joint name="j" type="door"/></body>'): "line 3: joint 'j': type = 'door': must be hinge",
    mjcf('<body pos="1 2 nan"/>'): "line 3: body: pos = '1 2 nan': must be finite",
    mjcf('<body pos="1 2 1_0"/>'): "line 3: body: pos = '1 2 1_0': must be numbers",
    mjcf('<body quat="1 0 0 0" euler="0 0 0"/>'): "line 3: body: has quat and euler; must have one",
    mjcf('<body name="b"><joint/><geom type="box" size="1"/></body>'): "line 3: geom: size = '1': must be 3 positive",
    mjcf('<body name="b"><joint/></body>'): "line 3: joint b_joint: no mass resists it",
    mjcf('<body><joint range="3 1"/><geom size="1"/></body>'): "line 3: joint: range = 3 1: the first must be less",
    mjcf('<body class="x"><geom class="x" size="1"/></body>'): "line 3: geom: class = 'x': there is no such class",
    mjcf('<body name="b"><body><freejoint/></body></body>'): "line 3: freejoint: a free joint must belong to a body",
    mjcf(HINGE, '<equality><connect body1="c" anchor="0 0 0"/></equality>'): "line 5: connect: body1 = 'c': there is",
    mjcf(HINGE, '<equality><joint joint1="j" joint2="k"/></equality>'): "line 5: joint: joint2 = 'k': there is no such",
    mjcf(HINGE, '<keyframe><key qpos="1 2"/></keyframe>'): "line 5: key: qpos: has 2 numbers; the joints have 1",
    urdf('<axis xyz="0 0 0"/>'): "line 4: axis: xyz = '0 0 0': must not be zero",
    urdf('<mimic joint="k"/>'): "line 4: joint 'j': mimic: joint = 'k': there is no such other joint",
    urdf("").replace("continuous", "spherical"): "line 4: joint 'j': type = 'spherical': must be revolute",
    urdf("").replace('child link="b"', 'child link="c"'): "line 4: joint 'j': child = 'c': there is no such link",
    urdf("").replace('child link="b"', 'child link="a"'): "line 4: joint 'j': joins 'a' to itself",
    urdf("", '<mass value="-1"/>'): "line 3: inertial: mass = -1: must not be negative",
}  # fmt: skip


@pytest.mark.parametrize(("text", "message"), FAULTS.items(), ids=range(len(FAULTS)))
def test_fault_is_told_with_its_line(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=f"^{message}") as caught:
        read_machine_text(text)
    assert "\n" not in str(caught.value)


def test_depth_and_number_of_elements_are_bounded() -> None:
    deep = "<mujoco><worldbody>" + "<body>" * MAX_DEPTH
    with pytest.raises(BadInput, match=f"more than {MAX_DEPTH} elements inside one another"):
        read_machine_text(deep)
    with pytest.raises(BadInput, match=f"more than {MAX_ELEMENTS} elements"):
        read_machine_text("<mujoco>" + "<size/>" * (MAX_ELEMENTS + 1))
    with pytest.raises(BadInput, match="line 1: body: 50 bodies, those between .* included; at most 40"):
        read_machine_text(f"<mujoco><worldbody>{'<body><joint/></body>' * 50}</worldbody></mujoco>")


def test_links_that_hang_on_themselves_are_refused() -> None:
    joint = '<joint name="{}" type="fixed"><parent link="{}"/><child link="{}"/></joint>'
    joints = joint.format("p", "a", "b"), joint.format("q", "b", "a")
    text = "\n".join(('<robot><link name="o"/>', '<link name="a"/>', '<link name="b"/>', *joints, "</robot>"))
    with pytest.raises(BadInput, match="^line 2: link 'a': hangs on itself"):
        read_machine_text(text)


def test_bodies_that_are_fixed_become_parts_where_there_are_too_many() -> None:
    def robot(parts: int) -> str:
        link = '<link name="{0}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>'
        joint = '<joint name="j{1}" type="{2}"><parent link="{0}"/><child link="{1}"/><origin xyz="0 0 1"/></joint>'
        names = ["a", *(f"p{k}" for k in range(parts))]
        joints = [joint.format("base", "a", "continuous"), *(joint.format("a", each, "fixed") for each in names[1:])]
        frame = '<link name="empty"/>' + joint.format("a", "empty", "fixed")
        return f'<robot name="r"><link name="base"/>{"".join(map(link.format, names))}{"".join(joints)}{frame}</robot>'

    assert len(read_machine_text(robot(9)).bodies) == 10
    draft = read_machine_text(robot(60))
    whole = sum(each.get("mass", 0.0) for each in draft.bodies.values())
    assert len(draft.bodies) == 40 and whole == 61.0 and len(draft.joints) == 40


def test_what_no_body_can_be_is_made_possible_and_told() -> None:
    draft = read_machine_text(urdf("", '<mass value="1"/><inertia ixx="1" iyy="1" izz="4"/>'))
    assert draft.bodies["b"]["inertia"] == [2.0, 2.0, 2.0]
    assert "line 3: an inertia that no body has (it has the same mean in all directions)" in draft.left_out
    more = '<link name="c"/><joint name="k" type="continuous"><parent link="b"/><child link="c"/></joint></robot>'
    draft = read_machine_text(urdf("").replace("</robot>", more))
    assert "line 5: a joint that carries no mass, which is fixed" in draft.left_out
    flying = read_machine_text('<robot name="drone"><link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" '
                               'izz="1"/></inertial></link></robot>')  # fmt: skip
    assert flying.joints["flight"] == {"free": ["ground", "a"], "at": [0.0, 0.0, 0.0]}


def test_what_is_left_out_is_listed_in_the_scene_file() -> None:
    text = mjcf(
        '<geom type="plane" size="1 1 1"/><body name="b"><joint name="t"/><joint name="j-1" axis="1 0 0" armature="1"/>'
        '<geom type="mesh" mesh="m"/><geom size="0.1"/></body>',
        '<sensor/>\n<actuator><position joint="t"/></actuator><include file="x.xml"/>',
    )
    draft = read_machine_text(text)
    lines = scene_text(draft).splitlines()
    for told in (
        "# Left out: line 3: armature of a joint, the inertia of its motor.",
        "# Left out: line 3: a geom that is a mesh, with its mass.",
        "# Left out: line 3: contacts: bodies pass through one another and the floor.",
        "# Left out: line 5: sensors.",
        "# Left out: line 6: an actuator of the kind position.",
        "# Left out: line 6: the file 'x.xml' that is included.",
    ):
        assert told in lines
    assert list(draft.joints) == ["t_2", "j_1"]


WORDS = sorted({word for name in NAMES for word in re.findall(r"[a-z]\w+", (FOLDER / name).read_text("utf-8"))})
VALUES = ("0", "-1", "1e308", "nan", "1e-300", "", "x", "0 0 0", "1 2 3 4 5 6 7", "ground", "&amp;", "é", "1e9")


def changed(text: str, chance: random.Random) -> str:
    """Return a file with a few faults."""
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        kind = chance.randrange(6)
        if kind == 0:  # a value
            places = list(re.finditer(r'"[^"]*"', text)) or [re.compile("").search(text)]
            at = chance.choice(places)
            text = text[: at.start()] + f'"{chance.choice((*VALUES, *WORDS))}"' + text[at.end() :]
        elif kind == 1:  # a word
            places = list(re.finditer(r"[a-z]\w+", text)) or [re.compile("").search(text)]
            at = chance.choice(places)
            text = text[: at.start()] + chance.choice(WORDS) + text[at.end() :]
        elif kind == 2:  # a line less
            lines = text.splitlines(keepends=True)
            del lines[chance.randrange(len(lines))]
            text = "".join(lines) or "<mujoco/>"
        elif kind == 3:  # a line elsewhere, or twice
            lines = text.splitlines(keepends=True)
            lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines))
            text = "".join(lines)
        elif kind == 4:  # an element less
            places = list(re.finditer(r"<[^<>]*/>", text))
            if places:
                at = chance.choice(places)
                text = text[: at.start()] + text[at.end() :]
        else:  # a number
            places = list(re.finditer(r"-?\d[\d.]*", text)) or [re.compile("").search(text)]
            at = chance.choice(places)
            text = text[: at.start()] + chance.choice(VALUES) + text[at.end() :]
    return text


def refusals(texts: list[str], seed: int, count: int) -> int:
    """Return how many of so many files with faults are refused, each in one line."""
    chance, refused = random.Random(seed), 0
    for _ in range(count):
        said = ""
        try:
            scene_text(read_machine_text(changed(chance.choice(texts), chance)))
        except BadInput as error:
            said = str(error)
            refused += 1
        assert "\n" not in said
    return refused


@pytest.mark.parametrize("count", [60, pytest.param(2000, marks=pytest.mark.long)])
def test_files_with_faults_are_read_or_refused_in_a_line(count: int) -> None:
    texts = [Path(FOLDER / name).read_text("utf-8") for name in NAMES]
    assert 0.2 * count < refusals(texts, count, count) < 0.95 * count
