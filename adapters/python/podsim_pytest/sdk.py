"""Points the platform's Python SDK to a world, whenever it and its parts are imported."""

import gc
import importlib.abc
import importlib.util
import os
import sys

# Where the SDK calls by default.
REAL = "https://api.runpod.ai/v2"
MODULE = "runpod"


def environment(world):
    """What programs that read their environment call instead of the platform."""
    return {
        "PODSIM_URL": world.url,
        "PODSIM_API_KEY": world.key or "",
        "RUNPOD_API_KEY": world.key or "",
        "RUNPOD_ENDPOINT_BASE_URL": f"{world.url}/v2",
        "RUNPOD_API_BASE_URL": world.url,
        # A server on this machine is called without a proxy.
        **{name: ",".join(filter(None, [os.environ.get(name), "127.0.0.1"])) for name in ("NO_PROXY", "no_proxy")},
    }


class PointedSdk:
    """Points the SDK to a world until `restore`. It reads its variable only when it is imported, so a variable alone is not enough."""

    def __init__(self, world):
        self._base = f"{world.url}/v2"
        self._key = world.key
        self._undo = []
        self._finder = _PointOnImport(self._point)
        sys.meta_path.insert(0, self._finder)
        module = sys.modules.get(MODULE)
        if module is not None:
            self._point(module)

    def restore(self):
        sys.meta_path.remove(self._finder)
        for set_back in reversed(self._undo):
            set_back()

    def _point(self, module):
        before = getattr(module, "endpoint_url_base", REAL)
        # A module that is imported now has read the variable of this test: after it, it is as if it had been imported without.
        real = REAL if before == self._base else before
        _replace(module.__dict__, "endpoint_url_base", self._base, self._undo, real)
        _replace(module.__dict__, "api_key", self._key, self._undo)
        for copy in _copies(module, before):
            _replace(copy, "endpoint_url_base", self._base, self._undo)
        for made in _instances():
            self._point_instance(made.__dict__, before)

    def _point_instance(self, fields, before):
        """Of a client that was made before the test, such as `endpoint = runpod.Endpoint("ep")` at the head of a module."""
        for name, value in list(fields.items()):
            if isinstance(value, str) and value.startswith(before):
                _replace(fields, name, self._base + value[len(before) :], self._undo)
        if isinstance(fields.get("headers"), dict) and "Authorization" in fields["headers"]:
            _replace(fields["headers"], "Authorization", f"Bearer {self._key}", self._undo)


def _copies(module, before):
    """The namespaces of other modules that did `from runpod import endpoint_url_base`."""
    for other in list(sys.modules.values()):
        names = getattr(other, "__dict__", None)
        if other is not module and isinstance(names, dict) and names.get("endpoint_url_base") == before:
            yield names


def _instances():
    """The clients of the SDK that were made before."""
    for made in gc.get_objects():
        module = getattr(type(made), "__module__", None)
        if isinstance(module, str) and module.startswith(f"{MODULE}.endpoint") and hasattr(made, "__dict__"):
            yield made


def _replace(names, name, value, undo, after=None):
    before = names.get(name) if after is None else after
    was_there = name in names
    names[name] = value
    undo.append(lambda: names.__setitem__(name, before) if was_there else names.pop(name, None))


class _PointOnImport(importlib.abc.MetaPathFinder):
    """Points the SDK as soon as it has been imported."""

    def __init__(self, point):
        self._point = point
        self._is_looking = False

    def find_spec(self, name, path=None, target=None):
        if name != MODULE or self._is_looking:
            return None
        self._is_looking = True
        try:
            spec = importlib.util.find_spec(name)
        finally:
            self._is_looking = False
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader, self._point)
        return spec


class _Loader(importlib.abc.Loader):
    def __init__(self, loader, point):
        self._loader = loader
        self._point = point

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        self._loader.exec_module(module)
        self._point(module)

    def __getattr__(self, name):
        return getattr(self._loader, name)
