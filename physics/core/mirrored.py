"""Functions and classes of this program that call others in place of some: for a record of what they compute.

A mirrored function has the code of its original, and looks up by name what is mirrored as well. So a calculation runs
on terms (`physics/core/record.py`) as it stands, its methods and helpers included, and no original is changed.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Mapping
from typing import Any

ROOT = __name__.partition(".")[0]
"""The package whose functions and classes are mirrored."""
NOT_COPIED = "__dict__", "__weakref__", "__abstractmethods__", "_abc_impl"
"""What a class makes for itself."""


class MirroredNames(dict[str, Any]):
    """The global names of a mirrored module, each made when it is looked up."""

    def __init__(self, mirror: Mirror, names: Mapping[str, Any]) -> None:
        super().__init__()
        self._mirror, self._names = mirror, names

    def __missing__(self, name: str) -> Any:
        if name in self._names:
            self[name] = self._mirror.of(self._names[name])
        elif name in self._mirror.builtin:
            self[name] = self._mirror.builtin[name]
        else:
            raise KeyError(name)
        return self[name]


class MirroredModule(types.ModuleType):
    """A module whose attributes are mirrored."""

    def __init__(self, mirror: Mirror, module: types.ModuleType, others: Mapping[str, Any]) -> None:
        super().__init__(module.__name__)
        self._mirror, self._module, self._others = mirror, module, others

    def __getattr__(self, name: str) -> Any:
        return self._others[name] if name in self._others else self._mirror.of(getattr(self._module, name))


class Mirror:
    """Makes mirrored functions and classes.

    known: what stands in place of functions. modules: attributes of modules by their names, for those that are not of
    this program. builtin: what stands in place of built-in names.
    """

    def __init__(
        self, known: Mapping[Any, Any], modules: Mapping[str, Mapping[str, Any]], builtin: Mapping[str, Any]
    ) -> None:
        self.builtin = builtin
        self._modules = modules
        self._found: dict[int, Any] = {id(each): other for each, other in known.items()}
        self._kept: list[Any] = list(known)  # so that no other object gets the number of one that is known
        self._names: dict[int, MirroredNames] = {}
        self._begun: dict[int, types.CellType] = {}

    def of(self, value: Any) -> Any:
        """Return what stands in place of a value: mirrored where it is a function, class or module of this program."""
        if id(value) in self._found:
            return self._found[id(value)]
        if isinstance(value, types.FunctionType) and self._is_own(value):
            made: Any = self._function(value, None)
        elif isinstance(value, type) and self._is_own(value):
            return self._class(value)
        elif isinstance(value, types.ModuleType) and (value.__name__ in self._modules or self._is_own(value)):
            made = MirroredModule(self, value, self._modules.get(value.__name__, {}))
        elif isinstance(value, functools._lru_cache_wrapper) and self._is_own(value.__wrapped__):
            made = self.of(value.__wrapped__)
        else:
            return value
        self._keep(value, made)
        return made

    def _keep(self, value: Any, made: Any) -> None:
        self._found[id(value)] = made
        self._kept.append(value)

    def _is_own(self, value: Any) -> bool:
        name = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None) or ""
        return name.partition(".")[0] == ROOT

    def _function(self, function: types.FunctionType, cell: types.CellType | None) -> types.FunctionType:
        """Return a mirrored function; cell: has the class to which it belongs."""
        key = id(function.__globals__)
        if key not in self._names:
            self._names[key] = MirroredNames(self, function.__globals__)
        free, cells = function.__code__.co_freevars, function.__closure__ or ()
        closure = tuple(
            cell if of == "__class__" and cell is not None else self._cell(each)
            for of, each in zip(free, cells, strict=True)
        )
        made = types.FunctionType(
            function.__code__, self._names[key], function.__name__, function.__defaults__, closure or None
        )
        made.__kwdefaults__ = function.__kwdefaults__
        made.__qualname__, made.__module__ = function.__qualname__, function.__module__
        made.__doc__ = function.__doc__
        return made

    def _cell(self, cell: types.CellType) -> types.CellType:
        try:
            found = cell.cell_contents
        except ValueError:  # an empty one
            return cell
        return self._begun[id(found)] if id(found) in self._begun else types.CellType(self.of(found))

    def _class(self, of: type) -> type:
        """Return a mirrored class: its bases, methods and properties are."""
        cell = self._begun[id(of)] = types.CellType()
        slots = getattr(of, "__slots__", ())
        left = {*NOT_COPIED, *([slots] if isinstance(slots, str) else slots if "__slots__" in vars(of) else ())}
        attributes = {name: self._attribute(each, cell) for name, each in vars(of).items() if name not in left}
        attributes.pop("__init_subclass__", None)  # what it makes of a class is there already
        bases = tuple(self.of(base) for base in of.__bases__)
        made: type = type.__new__(_kind(bases, type(of)), of.__name__, bases, attributes)
        cell.cell_contents = made
        self._keep(of, made)
        del self._begun[id(of)]
        return made

    def _attribute(self, value: Any, cell: types.CellType) -> Any:
        if isinstance(value, types.FunctionType) and self._is_own(value) and id(value) not in self._found:
            return self._function(value, cell)
        if isinstance(value, staticmethod | classmethod):
            return type(value)(self._attribute(value.__func__, cell))
        if isinstance(value, property):
            return property(*(each and self._attribute(each, cell) for each in (value.fget, value.fset, value.fdel)))
        if isinstance(value, functools.cached_property):
            made = functools.cached_property(self._attribute(value.func, cell))
            made.__set_name__(type, value.attrname or value.func.__name__)
            return made
        return self.of(value) if isinstance(value, types.FunctionType) else value


def _kind(bases: tuple[type, ...], own: type) -> type:
    """Return the class of a class with these bases."""
    found = own
    for base in bases:
        if issubclass(type(base), found):
            found = type(base)
    return found
