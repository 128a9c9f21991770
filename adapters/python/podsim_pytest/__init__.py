"""A world of its own for each pytest test: podsim on virtual time."""

from .server import NotStarted, Server
from .world import Refused, World

__all__ = ["NotStarted", "Refused", "Server", "World"]
