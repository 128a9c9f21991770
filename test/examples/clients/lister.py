# Trains on a pod until it is no longer in the list. It has a mistake: see docs/exploring.md, and lister.mended.py.
import http.client
import json
import os
import sys
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
        return call("POST", "pods", {"name": NAME, "image": "a:1", "gpu": {"id": "NVIDIA GeForce RTX 4090"}})
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


def is_there(pod):
    return any(one["id"] == pod["id"] for one in persist("GET", "pods")["pods"])


pod = rent()
try:
    for _ in range(20):
        if not is_there(pod):
            # What is not in the list has ended: so there is nothing to give back.
            print("done")
            sys.exit()
        time.sleep(0.01)
except (urllib.error.HTTPError, SystemExit) as error:
    if not isinstance(error, SystemExit) or error.code is not None:
        give_back(pod)
    raise
give_back(pod)
