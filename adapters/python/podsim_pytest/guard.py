"""Keeps tests from calling the real platform, which costs money."""

import sys

PLATFORM = ("runpod.ai", "runpod.io", "runpod.net")

# Every way out of Python names the host by one of these: see the table of audit events in its documentation.
HOST_IN = {
    "socket.getaddrinfo": lambda args: args[0],
    "socket.gethostbyname": lambda args: args[0],
    "socket.connect": lambda args: args[1][0] if isinstance(args[1], tuple) else None,
    # Through a proxy, the host is that of the tunnel.
    "http.client.connect": lambda args: getattr(args[0], "_tunnel_host", None) or args[1],
}


class RealPlatform(RuntimeError):
    """A test was about to call the real platform."""


class Guard:
    """Refuses connections to the platform's hosts while a test runs. An audit hook cannot be removed: it is added once, and switched."""

    def __init__(self):
        self._allowed = ()
        self._is_on = False
        self._is_added = False

    def allow(self, hosts):
        self._allowed = tuple(host.lower() for host in hosts)

    def on(self):
        if not self._is_added:
            sys.addaudithook(self._check)
            self._is_added = True
        self._is_on = True

    def off(self):
        self._is_on = False

    def _check(self, event, args):
        if not self._is_on or event not in HOST_IN:
            return
        host = _text(HOST_IN[event](args))
        if _is_within(host, PLATFORM) and not _is_within(host, self._allowed):
            raise RealPlatform(
                f"a test was about to call the real platform, {host}: the fixture podsim_world points the SDK to its world, "
                f"and other clients take podsim_world.url and podsim_world.key. To call it on purpose: pytest --podsim-allow-host {host}"
            )


def _text(host):
    return host.decode("ascii", "replace").lower() if isinstance(host, bytes) else str(host).lower()


def _is_within(host, domains):
    return any(host == domain or host.endswith(f".{domain}") for domain in domains)


guard = Guard()
