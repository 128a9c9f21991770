"""The process of a podsim server, and the worlds that are made in it."""

import json
import shlex
import shutil
import subprocess
import tempfile

from .world import World, ask

# How long a server that was asked to end may take, in seconds.
PATIENCE = 30


class NotStarted(Exception):
    """There is no server: the message has what its command printed, and what to do."""


class Server:
    """A server for as long as this process lives: it ends when its standard input does, so also when pytest is killed."""

    def __init__(self, command):
        self._command = shlex.split(command)
        # Windows runs npx, which is a script there, only by its full name.
        self._command[0] = shutil.which(self._command[0]) or self._command[0]
        options = ["serve", "--port", "0", "--clock", "manual", "--json", "--until-stdin-closes"]
        with tempfile.TemporaryFile() as errors:
            try:
                self._process = subprocess.Popen(
                    self._command + options, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
                )
            except OSError as error:
                raise NotStarted(_advice(command, str(error))) from None
            first = self._process.stdout.readline()
            if not first:
                self.stop()
                errors.seek(0)
                raise NotStarted(_advice(command, errors.read().decode(errors="replace").strip()))
        said = json.loads(first)
        self.url = said["url"]
        self.key = said["apiKey"]

    def create_world(self, **options):
        """Makes a world. The options are those of `POST worlds`: seed, start, world, clock, id. A clock may be a word, such as auto."""
        __tracebackhide__ = True
        clock = options.get("clock")
        body = {**options, "clock": {"clock": clock}} if isinstance(clock, str) else options
        return World(self, ask(self.url, "POST", "/_podsim/v1/worlds", body))

    def run(self, *arguments):
        """What a command of podsim, such as `replay`, prints."""
        done = subprocess.run([*self._command, *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"podsim {arguments[0]} failed: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout.decode()

    def stop(self):
        """Ends the server, and waits until it has ended."""
        self._process.stdin.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()


def _advice(command, why):
    return (
        f"podsim did not start by '{command}': {why}\n"
        "Install it with `npm install --save-dev podsim`, or say in pytest's configuration how it is started: podsim_command = ..."
    )
