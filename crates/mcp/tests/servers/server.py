"""A small MCP server on standard input and output, without anything beside Python itself.

Its tools do what real servers do, and what they should not. `--era=stateless` makes it one of 2026-07-28.
"""

import json
import os
import subprocess
import sys
import threading
import time

STATELESS = "--era=stateless" in sys.argv
TOOLS = ["echo", "fail", "progress", "elicit", "sample", "roots", "wait", "die", "flood", "huge", "broken", "grow",
         "write", "environment", "ask_back"]
lock = threading.Lock()
answers = {}
cancelled = set()
listening = []
asked = 0


def send(message):
    with lock:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        sys.stdout.flush()


def notify(method, **params):
    send({"method": method, "params": params})


def ask(method, **params):
    global asked
    asked += 1
    key = f"server-{asked}"
    waiting = answers[key] = threading.Event()
    send({"id": key, "method": method, "params": params})
    waiting.wait()
    return waiting.message


def text(value, **more):
    return {"content": [{"type": "text", "text": value}], **more}


def tools():
    schema = {"type": "object", "properties": {}, "x-odd": [1, None]}
    return [{"name": name, "description": f"Does {name}.", "inputSchema": schema,
             "execution": {"taskSupport": "forbidden"}} for name in TOOLS]


def call(request, params):
    name, arguments = params["name"], params.get("arguments", {})
    token = params.get("_meta", {}).get("progressToken")
    if name == "echo":
        return text(arguments.get("text", ""), structuredContent=arguments, _meta={"own/key": 1})
    if name == "fail":
        return text("it is broken", isError=True)
    if name == "progress":
        for step in range(3):
            notify("notifications/progress", progressToken=token, progress=step, total=3, message=f"step {step}")
        notify("notifications/message", level="info", data="a word")
        return text("done")
    if name in ("elicit", "sample", "roots"):
        method = {"elicit": "elicitation/create", "sample": "sampling/createMessage", "roots": "roots/list"}[name]
        answer = ask(method, message="well?", requestedSchema={"type": "object", "properties": {}})
        return text(json.dumps(answer.get("result", answer.get("error"))))
    if name == "wait":
        notify("notifications/progress", progressToken=token, progress=0, message="waiting")
        while request not in cancelled:
            if "deaf" in arguments:
                time.sleep(0.01)
                continue
            time.sleep(0.01)
        notify("notifications/message", level="info", data="stopped waiting")
        return None
    if name == "die":
        sys.stderr.write("these were its last words\n")
        sys.stderr.flush()
        os._exit(3)
    if name == "flood":
        for number in range(200_000):
            sys.stderr.write(f"noise {number}\n")
        sys.stderr.flush()
        return text("flooded")
    if name == "huge":
        return text("x" * arguments["bytes"])
    if name == "broken":
        with lock:
            sys.stdout.write("this is no JSON\n{\"jsonrpc\": \"2.0\", \"id\": \n[1, 2]\n\xff\n{}\n")
            sys.stdout.flush()
        return text("after all")
    if name == "grow":
        TOOLS.append(f"grown{len(TOOLS)}")
        if not STATELESS:
            notify("notifications/tools/list_changed")
        for subscription in listening:
            notify("notifications/tools/list_changed", _meta={"io.modelcontextprotocol/subscriptionId": subscription})
        return text("grown")
    if name == "write":
        with open(arguments["path"], "w") as file:
            file.write(arguments["text"])
        return text("written")
    if name == "environment":
        return text(json.dumps(dict(os.environ)))
    if name == "ask_back":
        if "inputResponses" in params:
            return text(json.dumps([params["inputResponses"], params.get("requestState")]))
        question = {"method": "elicitation/create", "params": {"message": "well?"}}
        return {"resultType": "input_required", "inputRequests": {"a": question}, "requestState": "opaque"}
    return text("no such tool", isError=True)


def handle(message):
    method, request, params = message.get("method"), message.get("id"), message.get("params", {})
    result = {}
    if STATELESS and method == "initialize":
        return send({"id": request, "error": {"code": -32601, "message": "unknown method"}})
    if method == "initialize":
        version = params["protocolVersion"]
        result = {"protocolVersion": version, "capabilities": {"tools": {"listChanged": True}},
                  "serverInfo": {"name": "odd", "version": "1"}, "instructions": "Be kind."}
    elif method == "server/discover" and STATELESS:
        result = {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {"listChanged": True}, "resources": {"subscribe": True}},
                  "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "odd", "version": "1"}}}
    elif method == "subscriptions/listen" and STATELESS:
        wished = params["notifications"]
        notify("notifications/subscriptions/acknowledged", notifications=wished)
        for uri in wished.get("resourceSubscriptions", []):
            notify("notifications/resources/updated", uri=uri, _meta={"io.modelcontextprotocol/subscriptionId": request})
        return listening.append(request)
    elif method == "resources/subscribe" and not STATELESS:
        notify("notifications/resources/updated", uri=params["uri"])
    elif method == "resources/unsubscribe" and not STATELESS:
        notify("notifications/resources/list_changed")
    elif method == "tools/list":
        result = {"tools": tools()}
    elif method == "tools/call":
        result = call(request, params)
    elif method == "resources/read" and STATELESS and "inputResponses" not in params:
        question = {"method": "elicitation/create", "params": {"message": "well?"}}
        result = {"resultType": "input_required", "inputRequests": {"a": question}}
    elif method == "resources/read" and STATELESS:
        result = {"contents": [{"uri": params["uri"], "text": json.dumps(params["inputResponses"])}]}
    elif method == "resources/read":
        result = {"contents": [{"uri": params["uri"], "text": "read"}]}
    elif method != "ping":
        return send({"id": request, "error": {"code": -32601, "message": "unknown method"}})
    if result is not None:
        send({"id": request, "result": result})


def main():
    sys.stderr.write("started\n")
    sys.stderr.flush()
    if "--leave" in sys.argv:
        # In a session of its own, deaf for signals that ask.
        code = "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(600)"
        subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    for line in sys.stdin:
        message = json.loads(line)
        if "method" not in message:
            waiting = answers.get(message.get("id"))
            if waiting:
                waiting.message = message
                waiting.set()
        elif message["method"] == "notifications/cancelled":
            cancelled.add(message["params"]["requestId"])
        elif "id" in message:
            threading.Thread(target=handle, args=[message], daemon=True).start()
    if "--stubborn" in sys.argv:
        import signal
        signal.signal(15, signal.SIG_IGN)
        time.sleep(600)


main()
