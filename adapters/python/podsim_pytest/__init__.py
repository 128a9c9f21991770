"""A world of its own for each pytest test: podsim on virtual time."""

from .guard import RealPlatform
from .server import NotStarted, Server
from .world import Refused, World

__all__ = ["NotStarted", "RealPlatform", "Refused", "Server", "World"]
