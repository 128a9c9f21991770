"""What the SDK's queue client gets, as JSON."""

import asyncio
import json
import os

import aiohttp
import runpod

runpod.api_key = os.environ["PODSIM_API_KEY"]
endpoint = runpod.Endpoint("ep-demo")


async def ask_with_asyncio():
    async with aiohttp.ClientSession() as session:
        job = await runpod.AsyncioEndpoint("ep-demo", session).run({"input": {"prompt": "asyncio"}})
        while await job.status() != "COMPLETED":
            pass
        return await job.output()


seen = {"runSync": endpoint.run_sync({"prompt": "hi"})}
seen["output"] = endpoint.run({"input": {"prompt": "later"}}).output(timeout=60)
seen["completed"] = endpoint.health()["jobs"]["completed"]
seen["cancelled"] = endpoint.run({"input": {"prompt": "never"}}).cancel()["status"]
seen["purged"] = endpoint.purge_queue()["status"]
seen["withAsyncio"] = asyncio.run(ask_with_asyncio())
print(json.dumps(seen))
