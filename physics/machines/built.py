"""What a machine is while its description is read."""

from __future__ import annotations

from dataclasses import dataclass, field

from physics.machines.joints import Carried, Joint
from physics.machines.motors import GivenMotor
from physics.machines.parts import Contact, LoopEquation, MachineLink, MachineMark
from physics.machines.vectors import Vector


@dataclass
class Built:
    """A machine as it is put together. names: of the links; closes: the joint or rod that each equation belongs to.

    motors: expressions of links, by their numbers.
    contact_names: of the variables of contacts; contact_of: the rope or joint that each belongs to. marks: by what
    messages call them, of ropes that let go, then of the end of the run; end_names: of the variables of the latter.
    """

    links: list[MachineLink]
    names: list[str]
    equations: list[LoopEquation]
    closes: list[str]
    coordinates: list[float]
    rates: list[float]
    given: list[int]
    given_rates: list[int]
    carried: dict[str, Carried]
    tree: dict[str, list[int]]
    loops: list[Joint]
    motors: dict[int, GivenMotor] = field(default_factory=dict)
    contacts: list[Contact] = field(default_factory=list)
    contact_names: list[str] = field(default_factory=list)
    contact_of: list[str] = field(default_factory=list)
    marks: dict[str, MachineMark] = field(default_factory=dict)
    end_names: list[str] = field(default_factory=list)
    pegs: dict[str, tuple[Vector, ...]] = field(default_factory=dict)
