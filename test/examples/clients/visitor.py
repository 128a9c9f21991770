# Starts a pod, and logs in to it. It has a mistake: see docs/exploring.md, and visitor.mended.py.
import http.client
import json
import os
import time
import urllib.error
import urllib.request

URL = os.environ["PODSIM_URL"]
KEY = os.environ["PODSIM_API_KEY"]
NAME = "visit"


def call(method, path, body=None):
    request = urllib.request.Request(
        f"{URL}/v2/{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"authorization": f"Bearer {KEY}", "content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        text = response.read()
        return json.loads(text) if text else None


def persist(method, path, body=None):
    """Tries again what may be done twice."""
    for _ in range(5):
        try:
            return call(method, path, body)
        except urllib.error.HTTPError as error:
            if error.code < 500:
                raise
        except (OSError, ValueError, http.client.HTTPException):
            pass
    raise SystemExit(f"{method} {path}: no answer; a pod called {NAME} may be there")


def rent():
    """Where no answer came, a pod may be there all the same, and a list may not show it yet: so none is created again."""
    try:
        return call("POST", "pods", {"name": NAME, "image": "a:1", "gpu": {"id": "NVIDIA GeForce RTX 4090"}, "ports": ["22/tcp"]})
    except urllib.error.HTTPError as error:
        raise SystemExit(f"no pod: {error.code}; one called {NAME} may be there")
    except (OSError, ValueError, http.client.HTTPException):
        raise SystemExit(f"no answer; a pod called {NAME} may be there")


def give_back(pod):
    try:
        persist("DELETE", f"pods/{pod['id']}")
    except urllib.error.HTTPError as error:
        if error.code != 404:
            raise SystemExit(f"{pod['id']} may be there: {error.code}")


def read(pod):
    """None while it cannot be read: one that was just created may not be shown yet."""
    try:
        return persist("GET", f"pods/{pod['id']}")
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return None
        raise


pod = rent()
try:
    for _ in range(30):
        seen = read(pod)
        if seen is not None and seen["status"] == "RUNNING":
            # It runs: so it can be reached.
            print("ssh", seen["ssh"]["direct"]["host"])
            break
        time.sleep(0.01)
finally:
    give_back(pod)
