# Rents a GPU, and gives it back. It has a mistake: see docs/exploring.md, and renter.mended.py.
import http.client
import json
import os
import urllib.error
import urllib.request

URL = os.environ["PODSIM_URL"]
KEY = os.environ["PODSIM_API_KEY"]


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
    """Tries again where no answer came: the platform may have done what it was asked, and does it again."""
    for _ in range(3):
        try:
            return call(method, path, body)
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{method} {path}: {error.code}")
        except (OSError, ValueError, http.client.HTTPException):
            pass
    raise SystemExit(f"{method} {path}: no answer")


pod = persist("POST", "pods", {"name": "train", "image": "a:1", "gpu": {"id": "NVIDIA GeForce RTX 4090"}})
print("rented", pod["id"])
persist("POST", f"pods/{pod['id']}/action", {"action": "terminate"})
