"""What is printed of the world of a failed test."""

import os
import re
import shlex
import sys

# How much of a world is printed.
ENTRIES_SHOWN = 30
REFUSALS_SHOWN = 10


def failure_report(world, name, command):
    """What was refused and what waits, which world it was, how to get it again, and what happened last."""
    try:
        begins = [*refused_lines(world), *waiting_lines(world), *poll_lines(world)]
        now = world.clock()["now"]
        timeline = world.timeline()
    except Exception as error:  # A server that is gone must not hide why the test failed.
        return "\n".join([*head(world, name, command), f"what happened in it cannot be read: {error}"])
    ended = f"it ended at {now['virtual']} ({now['instant']})"
    return "\n".join([*begins, *head(world, name, command), ended, "", *last_lines(timeline)])


def head(world, name, command):
    return [f"the world of {name}: seed {world.seed}", f"it is the same on every run: {command}"]


def refused_lines(world):
    policy = world.clock()["policy"]["clock"]
    return list_first("these requests were refused:", [refused_line(one, policy) for one in world.refused()])


def refused_line(request, policy):
    remedies = {401: "; the key of this world is podsim_world.key"}
    if policy == "manual":
        remedies[429] = '; retry-after is virtual time, and the clock is manual: podsim_world.advance("10s")'
    remedy = remedies.get(request["status"], "")
    return f"{request['method']} {request['path']} was answered {request['status']}: {request['detail'] or request['rule']}{remedy}"


def waiting_lines(world):
    policy = world.clock()["policy"]["clock"]
    lines = [explain_wait(call) if policy == "manual" else call for call in world.waiting()]
    return list_first(f"these calls have no answer, under the {policy} clock:", lines)


def poll_lines(world):
    """That a client polls in vain is a warning of the server."""
    return [explain_warning(line) for line in world.warnings() if "a client that " in line]


def explain_wait(call):
    return (
        f"the clock is manual: {call} waits for virtual time; "
        "leave out clock='manual', or move the clock by podsim_world.advance(\"10s\"), and call from a thread what waits for its answer"
    )


def explain_warning(line):
    """A warning of the server, as a test can act on it; None if none needs to."""
    waits = re.search(r"the clock is manual: (.+?) waits for virtual time", line)
    if waits:
        return explain_wait(waits[1])
    webhook = re.search(r"the webhook of (\S+) to (\S+) is simulated", line)
    if not webhook:
        return line
    # A test that gives another host reads the log: nothing listens there.
    if not re.match(r"https?://(localhost|127\.|\[::1\])", webhook[2]):
        return None
    return (
        f"the webhook of {webhook[1]} to {webhook[2]} is simulated: it is in the log, and was not posted; "
        "podsim_world.webhook_url receives webhooks, and podsim_webhooks in pytest's configuration names other receivers"
    )


def list_first(title, lines):
    if not lines:
        return []
    more = [f"  … and {len(lines) - REFUSALS_SHOWN} more"] if len(lines) > REFUSALS_SHOWN else []
    return [title, *(f"  {line}" for line in lines[:REFUSALS_SHOWN]), *more, ""]


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
