"""Systems that a parameter describes: each description is a class of its own, because its kernels are made for it."""

from __future__ import annotations

import copyreg
import dataclasses
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar, Self

from physics.core.fields import AnyParameter
from physics.core.series import TaylorSeries
from physics.core.system import System


class MadeClass(type):
    """The class of classes that descriptions make, which another process makes anew from these."""


class MadeSystem(System, metaclass=MadeClass):
    """A system whose parameter of its own name is a description, as JSON."""

    made_from: ClassVar[type[MadeSystem]]
    """Of a class that has been made: the one that is described."""
    series = TaylorSeries(marked=True)  # all classes that are made have the name of the one that is described

    def __new__(cls, parameters: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None) -> Self:
        """Return an empty system of the class that the description asks for."""
        given, field = cls.gathered(dict(parameters or {})), cls.fields[cls.name]
        text = field.check(given[cls.name]) if cls.name in given else field.default
        made: Any = object.__new__(cls if field.default == text else class_of(_root(cls), text))
        return made  # type: ignore[no-any-return]  # of a class that is made for it

    @staticmethod
    def gathered(given: Mapping[str, Any]) -> dict[str, Any]:
        """Return parameters with the description as one of them; raises BadInput."""
        return dict(given)

    @staticmethod
    def attributes_of(text: str) -> tuple[dict[str, Any], dict[str, AnyParameter]]:
        """Return the attributes of the class of a description, and its further parameters; raises BadInput."""
        raise NotImplementedError

    @classmethod
    def named(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return parameters by their names, with the description as one of them."""
        return super().named(cls.gathered(given))

    def replace(self, parameters: Mapping[str, Any] | None = None, initial: Mapping[str, Any] | None = None) -> Self:
        """Return the same system with other numbers, or another one where a description is given."""
        if parameters and self.name in (given := self.gathered(dict(parameters))):
            return _root(type(self))(given, initial)  # type: ignore[return-value]  # of another class
        return super().replace(parameters, initial)


def _root(kind: type[MadeSystem]) -> type[MadeSystem]:
    """Return the class from which a class is made, or that class where it is not made."""
    found: type[MadeSystem] = vars(kind).get("made_from", kind)
    return found


@lru_cache(128)
def class_of(root: type[MadeSystem], text: str) -> type[MadeSystem]:
    """Return the class of a description in JSON; raises BadInput."""
    usual: Any = root.fields[root.name]
    if text == usual.default:
        return root
    attributes, fields = root.attributes_of(text)
    field = dataclasses.replace(usual, default=text)
    names = {"__module__": root.__module__, "made_from": root, root.name: field, **attributes}
    kind: Any = MadeClass(root.__name__, (root,), names)
    kind.fields = {root.name: kind.fields[root.name], **fields}
    return kind  # type: ignore[no-any-return]  # a class of such systems


def _reduced(kind: Any) -> Any:
    """Return how another process gets a class."""
    root = _root(kind)
    if kind in (root, MadeSystem):
        return kind.__qualname__
    return class_of, (root, kind.fields[kind.name].default)


copyreg.pickle(MadeClass, _reduced)
