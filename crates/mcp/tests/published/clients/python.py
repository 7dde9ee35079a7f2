"""The protocol's own client in Python before the server at argv[1], in the mode argv[2] (`legacy`, or a version).

Lists, calls, fails and hears progress, and prints what came of it as JSON.
"""

import asyncio
import json
import os
import sys

from mcp import Client, MCPError
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


async def main() -> None:
    url, mode = sys.argv[1:]
    headers = {"Authorization": f"Bearer {os.environ['PEGBOARD_TOKEN']}"}
    progress = []

    async def hear(step, total, message):
        progress.append(step)

    async with create_mcp_http_client(headers=headers) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            tools = await client.list_tools()
            said = await client.call_tool("everything__everything__echo", {"message": "hi"})
            refused = await client.call_tool("everything__everything__echo", {"message": 5})
            try:
                unknown = await client.call_tool("everything__everything__nothing", {})
            except MCPError as error:
                unknown = error.error.code
            long = {"duration": 0.3, "steps": 3}
            await client.call_tool("everything__everything__trigger-long-running-operation", long, progress_callback=hear)
    print(json.dumps({
        "tools": [tool.name for tool in tools.tools],
        "said": said.content[0].text,
        "refused": [refused.is_error, refused.content[0].text],
        "unknown": unknown,
        "progress": progress,
    }))


asyncio.run(main())
