"""A server whose one tool changes nothing and answers when two calls of it run at the same time, or says after a while that it is alone."""

import json
import sys
import threading

PATIENCE = 20
DEFINITION = {"name": "meet", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}}
waiting = []
lock = threading.Lock()


def send(request, result):
    print(json.dumps({"jsonrpc": "2.0", "id": request, "result": result}), flush=True)


def say(request, text):
    send(request, {"content": [{"type": "text", "text": text}]})


def give_up(request):
    with lock:
        if request in waiting:
            waiting.remove(request)
            say(request, "alone")


def meet(request):
    with lock:
        waiting.append(request)
        if len(waiting) == 2:
            for one in waiting:
                say(one, "met")
            waiting.clear()
            return
    timer = threading.Timer(PATIENCE, give_up, [request])
    timer.daemon = True
    timer.start()


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    if message["method"] == "tools/call":
        meet(message["id"])
    elif message["method"] == "initialize":
        info = {"name": "meeting", "version": "1"}
        send(message["id"], {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": info})
    else:
        send(message["id"], {"tools": [DEFINITION]})
