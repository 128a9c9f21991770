"""A receiver of webhooks on this machine, for all worlds of a session."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Receiver:
    """Takes webhooks at `url`/NAME/..., and keeps their bodies by NAME."""

    def __init__(self):
        self._received = {}
        self._answers = {}
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def answer(self, name, statuses):
        """Says what is answered, by arrival, the last repeating."""
        with self._lock:
            self._answers[name] = list(statuses)

    def received(self, name):
        """The bodies that have come so far."""
        with self._lock:
            return list(self._received.get(name, []))

    def stop(self):
        self._server.shutdown()
        self._server.server_close()

    def _take(self, name, body):
        with self._lock:
            bodies = self._received.setdefault(name, [])
            bodies.append(body)
            answers = self._answers.get(name, [200])
            return answers[min(len(bodies), len(answers)) - 1]

    def _handler(receiver):
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))))
                self.send_response(receiver._take(self.path.split("/")[1], body))
                self.end_headers()

            def log_message(self, *_):
                pass

        return Handler
