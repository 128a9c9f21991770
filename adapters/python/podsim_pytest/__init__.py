"""A world of its own for each pytest test: podsim on virtual time."""

from .guard import RealPlatform
from .server import NotStarted, Server
from .world import Refused, World

__all__ = ["NotStarted", "RealPlatform", "Refused", "Server", "World"]


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"podsim_pytest has no {name}: a test takes the fixture podsim_world, or podsim for podsim.create_world()")
