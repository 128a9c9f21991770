"""The plugin of pytest: a server for the session, a world for each test, and what happened in the world of a test that fails."""

import os
import re
import shlex
import sys

import pytest

from .server import NotStarted, Server

# How many entries of a timeline a failed test prints.
ENTRIES_SHOWN = 30


def pytest_addoption(parser):
    parser.addini("podsim_command", "how podsim is started", default="npx --no-install podsim")


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "podsim(seed, start, world, clock): the world of podsim_world, as `POST worlds` takes it; a clock may be a word, such as auto"
    )


@pytest.fixture(scope="session")
def podsim(pytestconfig):
    """A server on this machine, which ends with the session. Its worlds have a manual clock unless they name another."""
    try:
        server = Server(pytestconfig.getini("podsim_command"))
    except NotStarted as error:
        pytest.fail(str(error), pytrace=False)
    yield server
    server.stop()


@pytest.fixture
def podsim_world(podsim, request):
    """A world for one test. `@pytest.mark.podsim(...)` says what it is like; a mark of the test goes before one of its class or module."""
    __tracebackhide__ = True
    options = {}
    for mark in reversed(list(request.node.iter_markers("podsim"))):
        if mark.args:
            raise pytest.UsageError("pytest.mark.podsim takes names: podsim(seed='a', clock='auto', world={...})")
        options.update(mark.kwargs)
    world = podsim.create_world(**options)
    yield world
    if not world.is_dropped:
        world.drop()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    report = (yield).get_result()
    world = getattr(item, "funcargs", {}).get("podsim_world")
    if report.failed and world is not None and not world.is_dropped:
        report.sections.append(("podsim", failure_report(world, item.name, command_of(item))))


def failure_report(world, name, command):
    """Which world it was, how to get it again, and what happened last."""
    head = [f"the world of {name}: seed {world.seed}", f"it is the same on every run: {command}"]
    try:
        now = world.clock()["now"]
        timeline = world.timeline()
    except Exception as error:  # A server that is gone must not hide why the test failed.
        return "\n".join([*head, f"what happened in it cannot be read: {error}"])
    return "\n".join([*head, f"it ended at {now['virtual']} ({now['instant']})", "", *last_lines(timeline)])


def last_lines(timeline):
    """The last entries of a timeline, below its title; then the ids of those that they call by a short name."""
    table, _, ids = timeline.rstrip().partition("\n\n")
    title, *entries = table.split("\n")
    shown = entries[-ENTRIES_SHOWN:]
    said = "all that happened" if shown == entries else f"the last {ENTRIES_SHOWN} entries; podsim_world.timeline() has all"
    words = set(re.findall(r"[\w-]+", "\n".join(shown)))
    named = [line for line in ids.split("\n") if line.split(" = ")[0] in words]
    return [said, title, *shown, *([""] if named else []), *named]


def command_of(item):
    """The command that runs one test, from the folder in which pytest was started."""
    file = os.path.relpath(item.path, item.config.invocation_params.dir)
    _, *names = item.nodeid.split("::")
    return f"{os.path.basename(sys.executable)} -m pytest {shlex.quote('::'.join([file, *names]))}"
