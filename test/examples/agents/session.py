"""One run of a task of podsim, held open for a program that acts step by step. Pure standard library.

`podsim task run` starts an agent's command, and judges when it has ended. Here that command only passes on what it was given, and waits to
be told that it is over: the program that opened the session makes the calls.
"""

import json
import os
import shlex
import socket
import subprocess
import sys
import urllib.error
import urllib.request

# The agent's command: it says where the platform is, and waits for the last words.
PASS_ON = """
import json, os, socket
with socket.create_connection(("127.0.0.1", PORT)) as link:
    given = {name: os.environ[name] for name in ("PODSIM_URL", "PODSIM_API_KEY", "PODSIM_TASK")}
    link.sendall((json.dumps(given) + "\\n").encode())
    print(link.makefile().read())
"""


class Session:
    """A task under one seed: `brief` is what an agent is told; `call` calls the platform; `end` has the run judged."""

    def __init__(self, file, seed, podsim=None, regret=False):
        command = podsim or shlex.split(os.environ.get("PODSIM", "npx podsim"))
        listening = socket.create_server(("127.0.0.1", 0))
        agent = PASS_ON.replace("PORT", str(listening.getsockname()[1]))
        self._run = subprocess.Popen(
            [*command, "task", "run", os.path.abspath(file), "--seeds", f"{seed}..{seed}", "--json"]
            + ["--agent", shlex.join([sys.executable, "-c", agent])]
            + (["--regret"] if regret else []),
            stdout=subprocess.PIPE,
            text=True,
        )
        listening.settimeout(60)
        try:
            self._link, _ = listening.accept()
        except TimeoutError:
            self._run.kill()
            raise RuntimeError(f"podsim did not start the task {file}") from None
        finally:
            listening.close()
        given = json.loads(self._link.makefile().readline())
        self.brief = given["PODSIM_TASK"]
        self._url, self._key = given["PODSIM_URL"], given["PODSIM_API_KEY"]

    def call(self, method, path, body=None):
        """Calls the platform: `path` begins after /v2, as in /pods. Returns the status, and the body if there is one."""
        request = urllib.request.Request(
            f"{self._url}/v2{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"authorization": f"Bearer {self._key}", "content-type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request) as answer:
                return {"status": answer.status, "body": _json(answer.read())}
        except urllib.error.HTTPError as refused:
            return {"status": refused.code, "body": _json(refused.read())}

    def end(self, say=""):
        """Ends the agent with its last words, such as `diagnosis: …`, and returns how the run was judged."""
        self._link.sendall(say.encode())
        self._link.close()
        printed, _ = self._run.communicate()
        return json.loads(printed)["runs"][0]

    def close(self):
        """Gives the run up, if it has not ended."""
        self._link.close()
        self._run.terminate()
        self._run.communicate()


def _json(text):
    return json.loads(text) if text else None
