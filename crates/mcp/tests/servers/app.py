"""A server with an app, and with some that are none."""

import json
import sys

ANY = {"type": "object"}


def app(uri: str) -> dict:
    return {"ui": {"resourceUri": uri}}


TOOLS = [
    {"name": "draw", "inputSchema": ANY, "_meta": app("ui://art/view.html")},
    {"name": "old", "inputSchema": ANY, "_meta": {"ui/resourceUri": "ui://art/view.html"}},
    {"name": "plain", "inputSchema": ANY, "_meta": app("ui://art/plain.html")},
    {"name": "missing", "inputSchema": ANY, "_meta": app("ui://art/missing.html")},
    {"name": "refresh", "inputSchema": ANY, "_meta": {"ui": {"visibility": ["app"]}}},
    {"name": "without", "inputSchema": ANY},
]
CSP = {"connectDomains": ["https://api.example", "* ; script-src *"], "resourceDomains": ["https://*.cdn.example"]}
VIEW = '<!doctype html><p title="x">An app</p>'


def resource(uri: str) -> dict:
    if uri == "ui://art/missing.html":
        return {"contents": []}
    kind = "text/html" if uri == "ui://art/plain.html" else "text/html;profile=mcp-app"
    meta = {"ui": {"csp": CSP, "prefersBorder": False}}
    return {"contents": [{"uri": uri, "mimeType": kind, "text": VIEW, "_meta": meta}]}


def answer(method: str, params: dict) -> dict:
    if method == "initialize":
        capabilities = {"tools": {}, "resources": {}}
        info = {"name": "art", "version": "1"}
        return {"protocolVersion": params["protocolVersion"], "capabilities": capabilities, "serverInfo": info}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        return {"content": [{"type": "text", "text": "done"}], "structuredContent": params.get("arguments", {})}
    if method == "resources/read":
        return resource(params["uri"])
    return {}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        result = answer(message["method"], message.get("params", {}))
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
