"""What a server prints after its first line: each request once it is over, and what it warns of."""

import json
import threading

# How long a request that was answered may take to be in the log of the server, in seconds.
PATIENCE = 10


class Output:
    """Reads both outputs of a server, so that neither pipe is ever full, and keeps the requests that were refused."""

    def __init__(self, stdout, stderr, warn):
        self._warn = warn
        self._refused = []
        self._warnings = []
        self._seen = set()
        self._changed = threading.Condition()
        self._threads = [
            threading.Thread(target=self._read, args=(stdout, self._take_request), daemon=True),
            threading.Thread(target=self._read, args=(stderr, self._take_warning), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def refused(self, base, until):
        """The refused requests below a path, in order: all that were answered before the request of that id."""
        with self._changed:
            self._changed.wait_for(lambda: until in self._seen, PATIENCE)
            return [one for one in self._refused if one["path"].startswith(base)]

    def warnings(self):
        with self._changed:
            return list(self._warnings)

    def join(self):
        for thread in self._threads:
            thread.join(PATIENCE)

    def _read(self, pipe, take):
        with pipe:
            for line in pipe:
                take(line.decode(errors="replace").rstrip("\r\n"))

    def _take_request(self, line):
        request = json.loads(line)
        with self._changed:
            self._seen.add(request["requestId"])
            if (request["status"] or 0) >= 400:
                self._refused.append(request)
            self._changed.notify_all()

    def _take_warning(self, line):
        with self._changed:
            self._warnings.append(line)
        self._warn(line)
