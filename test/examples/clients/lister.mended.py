# Trains on a pod: lister.py without its mistake. What a list does not show may be there all the same: it is given back in any case.
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
            break
        time.sleep(0.01)
finally:
    give_back(pod)
print("done")
