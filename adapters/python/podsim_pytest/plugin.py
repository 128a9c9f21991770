"""The plugin of pytest: a server for the session, a world for each test, and what happened in the world of a test that fails."""

import os

import pytest

from .guard import guard
from .names import ask_whether_meant
from .report import command_of, explain_warning, failure_report
from .sdk import PointedSdk, environment
from .server import NotStarted, Server


STDERR = pytest.StashKey()
MADE = pytest.StashKey()
MARK = ("seed", "start", "world", "scenario", "clock")


def pytest_addoption(parser):
    parser.addini("podsim_command", "how podsim is started", default="npx --no-install podsim")
    parser.addini("podsim_allow_hosts", "hosts of the real platform that tests may call", type="linelist")
    parser.addini("podsim_webhooks", "origins to which worlds post webhooks, such as http://127.0.0.1:9000", type="linelist")
    parser.getgroup("podsim").addoption(
        "--podsim-allow-host",
        action="append",
        default=[],
        metavar="HOST",
        help="let tests call this host of the real platform, such as api.runpod.ai; repeatable",
    )


def pytest_configure(config):
    config.addinivalue_line(
        "markers", f"podsim({', '.join(MARK)}): the world of podsim_world, as podsim.create_world takes it"
    )
    guard.allow([*config.getini("podsim_allow_hosts"), *config.getoption("podsim_allow_host")])
    # While a test runs, pytest takes what goes to standard error: a test that waits for ever would not show it.
    config.stash[STDERR] = os.dup(2)


def pytest_unconfigure(config):
    guard.off()
    descriptor = config.stash.get(STDERR, None)
    if descriptor is not None:
        os.close(descriptor)


@pytest.hookimpl(trylast=True)
def pytest_runtest_call(item):
    """Warns after a test whose mark no world has read: its body, too, may ask for the fixture. A mark of a class or module may be for some of its tests."""
    if not item.stash.get(MADE, False) and any(mark.name == "podsim" for mark in item.own_markers):
        item.warn(pytest.PytestWarning(f"{item.nodeid}: pytest.mark.podsim changes nothing here: let the test take podsim_world"))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    guard.on()
    yield
    guard.off()


@pytest.fixture(scope="session")
def podsim(pytestconfig):
    """A server on this machine, which ends with the session. Time in its worlds runs forward to each answer, unless they name another clock."""
    try:
        server = Server(pytestconfig.getini("podsim_command"), pytestconfig.getini("podsim_webhooks"), warn_to(pytestconfig))
    except NotStarted as error:
        pytest.fail(str(error), pytrace=False)
    yield server
    server.stop()


def warn_to(config):
    """Prints what the server warns of at once, also while a test waits."""

    def warn(line):
        said = explain_warning(line)
        descriptor = config.stash.get(STDERR, None)
        if said is not None and descriptor is not None:
            os.write(descriptor, f"podsim: {said}\n".encode())

    return warn


@pytest.fixture
def podsim_world(podsim, request, monkeypatch):
    """A world for one test, to which the platform's Python SDK is pointed, however and whenever it was imported.

    `@pytest.mark.podsim(...)` says what it is like; a mark of the test goes before one of its class or module.
    """
    __tracebackhide__ = True
    request.node.stash[MADE] = True
    options = {}
    for mark in reversed(list(request.node.iter_markers("podsim"))):
        if mark.args:
            raise pytest.UsageError("pytest.mark.podsim takes names: podsim(seed='a', clock='manual', world={...})")
        for name in mark.kwargs:
            if name not in MARK:
                where = "; it stands in world={'settings': {...}}" if name == "settings" else ask_whether_meant(name, MARK)
                raise pytest.UsageError(f"pytest.mark.podsim takes no {name}{where}; it takes {', '.join(MARK)}")
        options.update(mark.kwargs)
    world = podsim.create_world(**options)
    for name, value in environment(world).items():
        monkeypatch.setenv(name, value)
    sdk = PointedSdk(world)
    yield world
    sdk.restore()
    if not world.is_dropped:
        world.drop()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    report = (yield).get_result()
    world = getattr(item, "funcargs", {}).get("podsim_world")
    if report.failed and world is not None and not world.is_dropped:
        report.sections.append(("podsim", failure_report(world, item.name, command_of(item))))
