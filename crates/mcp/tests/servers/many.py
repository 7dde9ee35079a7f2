"""A server with 1,000 tools on pages of 100. With `circle` its pages never end."""

import json
import sys

TOOLS = [{"name": f"tool{number}", "inputSchema": {"type": "object"}} for number in range(1000)]
TOOLS += [{"name": "tool1", "inputSchema": {"type": "object"}}, {"name": "no schema"}, "no tool"]


def answer(message):
    if message["method"] == "initialize":
        return {"protocolVersion": "2024-11-05", "capabilities": {"tools": {}}, "serverInfo": {"name": "many"}}
    at = int(message.get("params", {}).get("cursor", 0))
    page = {"tools": TOOLS[at:at + 100]}
    if at + 100 < len(TOOLS):
        page["nextCursor"] = str(at + 100)
    elif "circle" in sys.argv:
        page["nextCursor"] = "100"
    return page


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": answer(message)}), flush=True)
