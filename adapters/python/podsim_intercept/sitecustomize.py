"""Loaded into each Python of a command under `podsim exec --intercept`, before its own code (PYTHONPATH).

Most clients read HTTPS_PROXY. For those that do not, such as aiohttp without trust_env, the hosts of the platform have the address of podsim.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import os
import socket
import sys

PLATFORM = ("runpod.ai", "runpod.io", "runpod.net")
HERE = os.path.dirname(os.path.abspath(__file__))
SERVER, PROXY, OTHERS = (os.environ.get("PODSIM_INTERCEPTED", "").split(",") + ["", "", ""])[:3]


def _is_within(host, domains):
    return any(host == domain or host.endswith("." + domain) for domain in domains)


def _direct():
    """Hosts that are reached without a proxy."""
    return [one.strip().lstrip("*").lstrip(".").lower() for one in os.environ.get("NO_PROXY", "").split(",") if one.strip()]


def _is_own(host):
    return host in ("", "localhost", "::1", "0.0.0.0", "::") or host.startswith("127.") or _is_within(host, _direct())


def _report(host, port):
    """The proxy counts what is refused."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as told:
            told.settimeout(1)
            told.connect(("127.0.0.1", int(PROXY)))
            told.sendall(f"CONNECT {host}:{port} HTTP/1.1\r\nhost: {host}\r\n\r\n".encode("ascii"))
            told.recv(1)
    except OSError:
        pass


def _intercept():
    find = socket.getaddrinfo

    def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
        name = (host.decode("ascii", "replace") if isinstance(host, bytes) else host or "").lower().rstrip(".")
        if _is_within(name, PLATFORM):
            return [(socket.AF_INET, type or socket.SOCK_STREAM, proto or socket.IPPROTO_TCP, "", ("127.0.0.1", int(SERVER)))]
        # What is neither HTTP nor HTTPS is not touched.
        if OTHERS == "refuse" and str(port) in ("80", "443", "http", "https") and not _is_own(name):
            _report(name, port)
            raise socket.gaierror(socket.EAI_NONAME, f"podsim exec --intercept refuses {name}:{port}; --others pass lets it")
        return find(host, port, family, type, proto, flags)

    socket.getaddrinfo = getaddrinfo
    # A .pth file may have imported some of them before this hook.
    for name, change in AFTER.items():
        if name in sys.modules:
            change(sys.modules[name])
    sys.meta_path.insert(0, _AfterImport())


def _trust(certificates):
    """Clients read this file where they do not read the environment: requests with trust_env=False, httpx."""
    bundle = os.environ.get("SSL_CERT_FILE")
    if bundle:
        certificates.where = lambda: bundle


def _resolve_by_socket(resolver):
    """Where aiodns is installed, aiohttp asks name servers by itself."""
    resolver.DefaultResolver = resolver.ThreadedResolver


AFTER = {"certifi": _trust, "requests.certs": _trust, "aiohttp.resolver": _resolve_by_socket}


class _AfterImport(importlib.abc.MetaPathFinder):
    """Changes a module once it is imported, before those that import from it see it."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname not in AFTER:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.loader is None or not hasattr(spec.loader, "exec_module"):
            return None
        run = spec.loader.exec_module

        def exec_module(module):
            run(module)
            AFTER[fullname](module)

        spec.loader.exec_module = exec_module
        return spec


def _run_next():
    """The hook of the user or of the system, which this one hides."""
    elsewhere = [path for path in sys.path if os.path.abspath(path or os.curdir) != HERE]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", elsewhere)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


if SERVER:
    _intercept()
_run_next()
