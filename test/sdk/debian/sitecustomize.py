"""Debian 12 has aiohttp 3.8, whose timeouts do not know `ceil_threshold`, which the SDK gives them: it is left out there."""

import inspect

import aiohttp

made = aiohttp.ClientTimeout.__init__

if "ceil_threshold" not in inspect.signature(aiohttp.ClientTimeout).parameters:

    def without_threshold(self, *args, ceil_threshold=None, **kwargs):
        made(self, *args, **kwargs)

    aiohttp.ClientTimeout.__init__ = without_threshold
