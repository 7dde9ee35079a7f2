"""A server whose tools answer with a picture of as many bytes as they are asked for; one of them says that it changes nothing."""

import base64
import json
import sys

HEAD = b"GIF89a"
SCHEMA = {"type": "object", "properties": {"bytes": {"type": "integer"}}}
TOOLS = [
    {"name": "shoot", "inputSchema": SCHEMA},
    {"name": "look", "inputSchema": SCHEMA, "annotations": {"readOnlyHint": True}},
]


def send(request, result):
    print(json.dumps({"jsonrpc": "2.0", "id": request, "result": result}), flush=True)


def picture(size):
    data = HEAD + b"." * (size - len(HEAD))
    return {"type": "image", "mimeType": "image/gif", "data": base64.b64encode(data).decode()}


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    if message["method"] == "tools/call":
        size = message["params"]["arguments"]["bytes"]
        send(message["id"], {"content": [{"type": "text", "text": "A picture:"}, picture(size)]})
    elif message["method"] == "initialize":
        info = {"name": "camera", "version": "1"}
        send(message["id"], {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info})
    else:
        send(message["id"], {"tools": TOOLS})
