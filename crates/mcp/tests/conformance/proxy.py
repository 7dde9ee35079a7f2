"""Hands requests on with a token, and answers back as they come: the conformance suite sends no token.

Scenarios leave questions unanswered, and a call that waits holds its chat. To Pegboard all callers without a session are
one as long as they have one token, so each call of theirs gets a chat of its own.
"""

import http.client
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT, TOKEN = int(sys.argv[1]), sys.argv[2]
HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "host"}


def fresh_chat():
    up = http.client.HTTPConnection("127.0.0.1", PORT)
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    up.request("POST", "/chats", json.dumps({"title": "Conformance"}), headers)
    chat = json.loads(up.getresponse().read())["id"]
    up.close()
    return chat


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def relay(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        up = http.client.HTTPConnection("127.0.0.1", PORT)
        # The host as the client wrote it, but with the port of the server: what is foreign stays foreign.
        host = self.headers.get("Host", "")
        own = f"127.0.0.1:{self.server.server_port}"
        up.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
        up.putheader("Host", f"127.0.0.1:{PORT}" if host == own else host)
        for name, value in self.headers.items():
            if name.lower() == "origin":
                value = value.replace(own, f"127.0.0.1:{PORT}")
            if name.lower() not in HOP:
                up.putheader(name, value)
        if self.headers.get("Mcp-Method") == "tools/call" and b"requestState" not in body:
            up.putheader("Mcp-Pegboard-Chat", fresh_chat())
        up.putheader("Authorization", f"Bearer {TOKEN}")
        up.putheader("Content-Length", str(len(body)))
        up.endheaders(body)
        answer = up.getresponse()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in HOP:
                self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            while piece := answer.read1(65536):
                self.wfile.write(piece)
                self.wfile.flush()
        except (BrokenPipeError, ConnectionResetError):
            pass
        finally:
            up.close()
            self.close_connection = True

    do_GET = do_POST = do_DELETE = relay


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
print(server.server_port, flush=True)
server.serve_forever()
