"""Connects to the endpoint with the MCP SDK for Python, version 1 or 2, and sends the requests that it reads.

Arguments: the address of the endpoint, an API key, and for version 2 the mode of the connection. Prints the
protocol version that both sides agreed on. Then it reads one request as a line of JSON and prints one answer.
"""

import json
import sys
from contextlib import asynccontextmanager
from importlib.metadata import version

import anyio
from mcp.client.streamable_http import streamable_http_client

IS_FIRST = version("mcp").startswith("1.")
if IS_FIRST:
    from httpx import AsyncClient
    from mcp import ClientSession
else:
    from httpx2 import AsyncClient
    from mcp import Client


@asynccontextmanager
async def connect(url: str, key: str, *modes: str):
    """Yields a connected client and its protocol version."""
    async with AsyncClient(headers={"X-API-Key": key}, timeout=60) as http:
        transport = streamable_http_client(url, http_client=http)
        if IS_FIRST:
            async with transport as (incoming, outgoing, _), ClientSession(incoming, outgoing) as session:
                yield session, (await session.initialize()).protocolVersion
        else:
            async with Client(transport, mode=modes[0]) as client:
                yield client, client.protocol_version


async def answer(client, method: str, params: dict):
    """Sends one request. The SDK checks structured content against the listed schema."""
    if method == "tools/list":
        return await client.list_tools()
    if method == "tools/call":
        return await client.call_tool(params["name"], params["arguments"])
    return await client.read_resource(params["uri"])


def say(value) -> None:
    print(json.dumps(value), flush=True)


async def main() -> None:
    async with connect(*sys.argv[1:]) as (client, agreed):
        say({"version": agreed})
        while line := await anyio.to_thread.run_sync(sys.stdin.readline):
            result = await answer(client, **json.loads(line))
            say(result.model_dump(mode="json", by_alias=True, exclude_unset=True))


anyio.run(main)
