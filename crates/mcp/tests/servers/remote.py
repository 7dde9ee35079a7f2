"""A small MCP server over HTTP, streamable at /mcp and legacy at /sse, without anything beside Python itself.

Prints its port. What it does besides is in its arguments: `stateless` speaks 2026-07-28 alone, `silent` says nothing
to what it does not know, `torn` breaks each answer off and gives the rest to whoever takes it up again, `elsewhere`
sends legacy messages to another origin, `away` redirects to another origin, `guarded` wants a token, `signed` too,
and gives one to whoever signs in, each for a second.
"""

import json
import sys
import time
from urllib.parse import parse_qs, urlsplit
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MODES = set(sys.argv[1:])
VERSION = "2026-07-28" if "stateless" in MODES else "2025-06-18"
sessions = set()
kept = {}
streams = {}
tokens = []


def result(message):
    method, params = message["method"], message.get("params", {})
    if method == "initialize" and "stateless" not in MODES:
        return {"protocolVersion": VERSION, "capabilities": {"tools": {}}, "serverInfo": {"name": "http"}}
    if method == "server/discover" and "stateless" in MODES:
        return {"resultType": "complete", "supportedVersions": [VERSION], "capabilities": {"tools": {}}}
    if method == "tools/list":
        return {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in ("echo", "forget")]}
    if method == "tools/call":
        if params["name"] == "forget":
            sessions.clear()
        return {"content": [{"type": "text", "text": json.dumps(params.get("arguments", {}))}]}
    return None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status, body=b"", content="application/json", **headers):
        self.send_response(status)
        self.send_header("Content-Type", content)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def stream(self, **headers):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.close_connection = True

    def event(self, text):
        self.wfile.write(text.encode())
        self.wfile.flush()

    def metadata(self):
        base = f"http://{self.headers['Host']}"
        if self.path.startswith("/.well-known/oauth-protected-resource"):
            return {"resource": f"{base}/mcp", "authorization_servers": [base], "scopes_supported": ["all"]}
        return {"issuer": base, "authorization_endpoint": f"{base}/authorize", "token_endpoint": f"{base}/token",
                "registration_endpoint": f"{base}/register", "response_types_supported": ["code"],
                "code_challenge_methods_supported": ["S256"],
                "authorization_response_iss_parameter_supported": True}

    def authorize(self):
        query = parse_qs(urlsplit(self.path).query)
        assert query["code_challenge_method"] == ["S256"] and query["scope"] == ["all"] and query["resource"]
        issuer = f"http%3A%2F%2F{self.headers['Host'].replace(':', '%3A')}"
        self.reply(302, Location=f"{query['redirect_uri'][0]}?code=hush-code&state={query['state'][0]}&iss={issuer}")

    def authorization(self, body):
        if self.path == "/register":
            return self.reply(201, json.dumps({**json.loads(body), "client_id": "us"}).encode())
        query = parse_qs(body.decode())
        assert query["resource"] and (query["grant_type"] != ["authorization_code"] or query["code_verifier"])
        tokens.append(f"hush-token{len(tokens)}")
        answer = {"access_token": tokens[-1], "token_type": "Bearer", "expires_in": 1, "refresh_token": "again"}
        return self.reply(200, json.dumps(answer).encode())

    def do_GET(self):
        if "signed" in MODES and self.path.startswith("/.well-known/oauth"):
            return self.reply(200, json.dumps(self.metadata()).encode())
        if "signed" in MODES and self.path.startswith("/authorize"):
            return self.authorize()
        if self.path == "/sse":
            return self.legacy_stream()
        last = self.headers.get("Last-Event-ID")
        if last not in kept:
            return self.reply(405)
        self.stream()
        self.event(f"id: {last}-rest\ndata: {kept.pop(last)}\n\n")

    def do_DELETE(self):
        sessions.discard(self.headers.get("Mcp-Session-Id"))
        self.reply(200)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if "away" in MODES:
            return self.reply(307, Location="http://localhost:1/mcp")
        if "guarded" in MODES and "Authorization" not in self.headers:
            return self.reply(401, WWW_Authenticate="Bearer")
        if self.path in ("/register", "/token"):
            return self.authorization(body)
        if "signed" in MODES and self.headers.get("Authorization", "")[len("Bearer "):] not in tokens[-1:]:
            return self.reply(401, WWW_Authenticate="Bearer")
        message = json.loads(body)
        if self.path.startswith("/messages"):
            answer = {"jsonrpc": "2.0", "id": message.get("id"), "result": result(message)}
            self.reply(202)
            if "id" in message:
                streams["legacy"](f"event: message\r\ndata: {json.dumps(answer)}\r\n\r\n")
            return None
        return self.streamable(message)

    def streamable(self, message):
        session = self.headers.get("Mcp-Session-Id")
        if "id" not in message:
            return self.reply(202)
        if message["method"] == "initialize" and "stateless" not in MODES:
            session = f"session-{len(sessions)}-{time.monotonic_ns()}"
            sessions.add(session)
        elif "stateless" not in MODES and session is None:
            if "silent" in MODES:
                time.sleep(30)
            return self.reply(400, b"no session", "text/plain")
        elif "stateless" not in MODES and session not in sessions:
            return self.reply(404)
        answer = result(message)
        if answer is None:
            error = {"code": -32601, "message": "unknown method"}
            return self.reply(200, json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error}).encode())
        text = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": answer})
        headers = {} if "stateless" in MODES else {"Mcp_Session_Id": session}
        if "torn" not in MODES or message["method"] != "tools/call":
            return self.reply(200, text.encode(), **headers)
        self.stream(**headers)
        kept["first"] = text
        self.event("id: first\nretry: 10\ndata:\n\n")
        return None

    def legacy_stream(self):
        self.stream()
        streams["legacy"] = self.event
        origin = "http://localhost:1" if "elsewhere" in MODES else ""
        self.event(f"event: endpoint\ndata: {origin}/messages?session=1\n\n")
        while True:
            time.sleep(1)
            self.event(": still here\n\n")


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
