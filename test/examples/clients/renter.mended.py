# Rents a GPU, and gives it back: renter.py without its mistake. Where no answer came, it looks for what it asked for.
import http.client
import json
import os
import time
import urllib.error
import urllib.request

URL = os.environ["PODSIM_URL"]
KEY = os.environ["PODSIM_API_KEY"]
NAME = "train"


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
    for _ in range(5):
        try:
            return call(method, path, body)
        except urllib.error.HTTPError as error:
            if error.code < 500:
                raise
        except (OSError, ValueError, http.client.HTTPException):
            pass
    raise SystemExit(f"{method} {path}: no answer; pods called {NAME} may be there")


def rented():
    return [pod for pod in persist("GET", "pods")["pods"] if pod["name"] == NAME]


def rent():
    """Where no answer came, a pod may be there all the same, and a list may not show it yet: so none is created again."""
    try:
        return [call("POST", "pods", {"name": NAME, "image": "a:1", "gpu": {"id": "NVIDIA GeForce RTX 4090"}})]
    except urllib.error.HTTPError as error:
        if error.code < 500:
            raise SystemExit(f"no pod: {error.code}")
    except (OSError, ValueError, http.client.HTTPException):
        pass
    for _ in range(10):
        there = rented()
        if there:
            return there
        time.sleep(0.01)
    raise SystemExit(f"no answer, and no list shows a pod called {NAME}: one may be there")


for pod in rent():
    print("rented", pod["id"])
    try:
        persist("POST", f"pods/{pod['id']}/action", {"action": "terminate"})
    except urllib.error.HTTPError as error:
        if error.code != 404:
            raise SystemExit(f"{pod['id']} may be there: {error.code}")
