"""Stands in for the platform's SDK: it reads its variable when it is imported, and its clients read the module when they are made."""

import os

from .endpoint import Endpoint

api_key = None
endpoint_url_base = os.environ.get("RUNPOD_ENDPOINT_BASE_URL", "https://api.runpod.ai/v2")

__all__ = ["Endpoint", "api_key", "endpoint_url_base"]
