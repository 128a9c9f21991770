"""The process of a podsim server, and the worlds that are made in it."""

import json
import os
import shlex
import shutil
import subprocess
from typing import Any

from .names import no_attribute, takes
from .output import Output
from .receiver import Receiver
from .world import World, ask, read_scenario

# How long a server that was asked to end may take, in seconds.
PATIENCE = 30

# What a world has and a server has not.
WORLDS_OWN = {*(name for name in vars(World) if not name.startswith("_")), "id", "seed", "webhook_url"}


class NotStarted(Exception):
    """There is no server: the message has what its command printed, and what to do."""


class Server:
    """A server for as long as this process lives: it ends when its standard input does, so also when pytest is killed."""

    url: str
    key: str

    def __init__(self, command, webhooks=(), warn=lambda line: None):
        """`webhooks`: origins to which webhooks are posted, besides its own receiver. `warn` gets what it prints on standard error."""
        self._command = shlex.split(command)
        # Windows runs npx, which is a script there, only by its full name.
        self._command[0] = shutil.which(self._command[0]) or self._command[0]
        self.receiver = Receiver()
        options = ["serve", "--port", "0", "--json", "--log-format", "json", "--until-stdin-closes"]
        options += ["--webhooks", ",".join([self.receiver.url, *webhooks])]
        try:
            self._process = subprocess.Popen(
                self._command + options, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except OSError as error:
            self.receiver.stop()
            raise NotStarted(_advice(command, str(error))) from None
        first = self._process.stdout.readline()
        self.output = Output(self._process.stdout, self._process.stderr, warn if first else lambda line: None)
        if not first:
            self.stop()
            raise NotStarted(_advice(command, "\n".join(self.output.warnings()).strip()))
        said = json.loads(first)
        self.url = said["url"]
        self.key = said["apiKey"]

    def __getattr__(self, name):
        __tracebackhide__ = True
        if name in WORLDS_OWN:
            remedy = "use podsim_world, or podsim.create_world()"
            raise AttributeError(f"the fixture podsim is the server, and {name} is of a world: {remedy}")
        raise no_attribute("the fixture podsim", name, {*vars(type(self)), *vars(self)})

    @takes('create_world(seed="a", world={"endpoints": [{"id": "ep"}]}, clock="manual")')
    def create_world(self, **options: Any) -> World:
        """Makes a world. The options are seed, start, world, clock, id; and a scenario: a file, or its text."""
        __tracebackhide__ = True
        if isinstance(options.get("world"), (str, os.PathLike)):
            raise ValueError("create_world: world= takes a dict; a file, or its text, goes to scenario=")
        if options.get("scenario") is not None:
            options["scenario"] = read_scenario(options["scenario"])
        return World(self, ask(self.url, "POST", "/_podsim/v1/worlds", options, called="create_world"))

    def run(self, *arguments: str) -> str:
        """What a command of podsim, such as `log show`, prints."""
        done = subprocess.run([*self._command, *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"podsim {' '.join(arguments)} failed: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout.decode()

    def stop(self):
        """Ends the server, and waits until it has ended."""
        self._process.stdin.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.output.join()
        self.receiver.stop()


def _advice(command, why):
    return (
        f"podsim did not start by '{command}': {why}\n"
        "Install it with `npm install --save-dev podsim`, or say in pytest's configuration how it is started: podsim_command = ..."
    )
