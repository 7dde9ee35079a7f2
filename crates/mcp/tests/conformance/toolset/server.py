"""The MCP server that the conformance suite's scenarios ask for: both generations, on standard input and output.

What each tool, resource and prompt does is said by the suite (SERVER_REQUIREMENTS.md). With `--stateless` it knows no handshake.
Needs nothing but Python.
"""

import itertools
import json
import queue
import sys
import threading

PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="
VERSION = "2026-07-28"
META = "io.modelcontextprotocol/"

lock = threading.Lock()
ids = itertools.count(1)
waiting = {}
changed = {"tools": 0, "prompts": 0}
listeners = []


def write(message):
    with lock:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        sys.stdout.flush()


class Refused(Exception):
    def __init__(self, code, message, data=None):
        super().__init__(message)
        self.error = {"code": code, "message": message} | ({"data": data} if data is not None else {})


class InputRequired(Exception):
    def __init__(self, requests, state=None):
        super().__init__("input required")
        self.result = {"resultType": "input_required", "inputRequests": requests}
        if state is not None:
            self.result["requestState"] = state


def text(words):
    return {"content": [{"type": "text", "text": words}]}


def elicit(message, properties, required=None):
    schema = {"type": "object", "properties": properties, "required": required or list(properties)}
    return {"method": "elicitation/create", "params": {"message": message, "requestedSchema": schema}}


def sample(prompt, tokens=100):
    messages = [{"role": "user", "content": {"type": "text", "text": prompt}}]
    return {"method": "sampling/createMessage", "params": {"messages": messages, "maxTokens": tokens}}


ROOTS = {"method": "roots/list", "params": {}}
NAME = {"name": {"type": "string"}}


class Request:
    """One request, and the ways back to whoever sent it."""

    def __init__(self, message):
        self.id = message["id"]
        self.params = message.get("params") or {}
        self.meta = self.params.get("_meta") or {}
        self.stateless = META + "protocolVersion" in self.meta
        self.responses = self.params.get("inputResponses") or {}
        self.state = self.params.get("requestState")

    def capabilities(self):
        return self.meta.get(META + "clientCapabilities", {})

    def log(self, words):
        if not self.stateless or META + "logLevel" in self.meta:
            write({"method": "notifications/message", "params": {"level": "info", "data": words}})

    def progress(self, done):
        token = self.meta.get("progressToken")
        if token is not None:
            params = {"progressToken": token, "progress": done, "total": 100, "message": f"{done} of 100"}
            write({"method": "notifications/progress", "params": params})


def ask_legacy(asked):
    number = f"ask-{next(ids)}"
    inbox = waiting[number] = queue.Queue()
    write({"id": number, **asked})
    try:
        return inbox.get(timeout=30)
    finally:
        del waiting[number]


def ask(request, key, asked):
    if not request.stateless:
        return ask_legacy(asked)
    answer = request.responses.get(key)
    if not isinstance(answer, dict):
        raise InputRequired({key: asked})
    return answer


def elicited(request, key, asked):
    answer = ask(request, key, asked)
    action, content = answer.get("action"), json.dumps(answer.get("content"))
    return text(f"Elicitation completed: action={action}, content={content}")


def logging(request):
    for words in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        request.log(words)
    return text("Tool with logging executed successfully")


def progress(request):
    for done in (0, 50, 100):
        request.progress(done)
    return text("Tool with progress executed successfully")


def sampling(request):
    prompt = request.params.get("arguments", {}).get("prompt", "")
    answer = ask(request, "sampling", sample(prompt))
    return text(f"LLM response: {answer.get('content', {}).get('text')}")


def elicitation(request):
    message = request.params.get("arguments", {}).get("message", "")
    properties = {
        "username": {"type": "string", "description": "User's response"},
        "email": {"type": "string", "description": "User's email address"},
    }
    answer = ask(request, "user", elicit(message, properties))
    return text(f"User response: {json.dumps(answer)}")


def defaults(request):
    properties = {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
        "verified": {"type": "boolean", "default": True},
    }
    return elicited(request, "defaults", elicit("Review the defaults", properties, []))


def enums(request):
    plain = ["option1", "option2", "option3"]
    titled = [{"const": f"value{n}", "title": f"{word} Option"} for n, word in ((1, "First"), (2, "Second"))]
    names = ["Option One", "Option Two", "Option Three"]
    properties = {
        "untitledSingle": {"type": "string", "enum": plain},
        "titledSingle": {"type": "string", "oneOf": titled},
        "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": names},
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": plain}},
        "titledMulti": {"type": "array", "items": {"anyOf": titled}},
    }
    return elicited(request, "enums", elicit("Choose", properties, []))


def named(request):
    answer = ask(request, "user_name", elicit("What is your name?", NAME))
    return text(f"Hello, {(answer.get('content') or {}).get('name')}!")


def capital(request):
    answer = ask(request, "capital_question", sample("What is the capital of France?"))
    return text((answer.get("content") or {}).get("text", ""))


def roots(request):
    answer = ask(request, "client_roots", ROOTS)
    return text(", ".join(root["uri"] for root in answer.get("roots", [])) or "no roots")


def with_state(request):
    if request.state != "state-1" or "confirm" not in request.responses:
        if request.state not in (None, "state-1"):
            raise Refused(-32602, "the state was tampered with")
        asked = elicit("Please confirm", {"ok": {"type": "boolean"}})
        raise InputRequired({"confirm": asked}, "state-1")
    return text("state-ok")


def several(request):
    asked = {
        "user_name": elicit("What is your name?", NAME),
        "greeting": sample("Generate a greeting", 50),
        "client_roots": ROOTS,
    }
    if any(key not in request.responses for key in asked):
        raise InputRequired(asked, "several")
    return text("all three answers came")


def rounds(request):
    if request.state == "round-2" and "step2" in request.responses:
        return text("both rounds are done")
    if request.state == "round-1" and "step1" in request.responses:
        asked = elicit("Step 2: What is your favorite color?", {"color": {"type": "string"}})
        raise InputRequired({"step2": asked}, "round-2")
    raise InputRequired({"step1": elicit("Step 1: What is your name?", NAME)}, "round-1")


def able(request):
    asked = {
        "elicitation": ("user_name", elicit("What is your name?", NAME)),
        "sampling": ("greeting", sample("Generate a greeting", 50)),
        "roots": ("client_roots", ROOTS),
    }
    able = {key: question for name, (key, question) in asked.items() if name in request.capabilities()}
    if any(key not in request.responses for key in able):
        raise InputRequired(able)
    return text("answered")


def needs_sampling(request):
    if "sampling" not in request.capabilities():
        raise Refused(-32021, "sampling is needed", {"requiredCapabilities": {"sampling": {}}})
    return text("sampling is there")


def change(kind):
    def changes(_request):
        changed[kind] += 1
        method = f"notifications/{kind}/list_changed"
        for subscription in list(listeners):
            wanted = subscription["wanted"].get(f"{kind}ListChanged")
            if wanted:
                write({"method": method, "params": {"_meta": {META + "subscriptionId": subscription["id"]}}})
        if not listeners:
            write({"method": method})
        return text(f"the {kind} changed")

    return changes


def failing(_request):
    return {**text("This tool intentionally returns an error for testing"), "isError": True}


IMAGE = {"type": "image", "data": PNG, "mimeType": "image/png"}
AUDIO = {"type": "audio", "data": WAV, "mimeType": "audio/wav"}


def embedded(uri, mime, words):
    return {"type": "resource", "resource": {"uri": uri, "mimeType": mime, "text": words}}


TOOLS = {
    "test_simple_text": lambda _: text("This is a simple text response for testing."),
    "test_custom_headers": lambda _: text("The headers say what the arguments say."),
    "test_image_content": lambda _: {"content": [IMAGE]},
    "test_audio_content": lambda _: {"content": [AUDIO]},
    "test_embedded_resource": lambda _: {
        "content": [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")]
    },
    "test_multiple_content_types": lambda _: {
        "content": [
            {"type": "text", "text": "Multiple content types test:"},
            IMAGE,
            embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
        ]
    },
    "test_tool_with_logging": logging,
    "test_logging_tool": logging,
    "test_tool_with_progress": progress,
    "test_error_handling": failing,
    "test_sampling": sampling,
    "test_elicitation": elicitation,
    "test_elicitation_sep1034_defaults": defaults,
    "test_elicitation_sep1330_enums": enums,
    "test_reconnection": lambda _: text("Reconnection test completed successfully"),
    "test_input_required_result_elicitation": named,
    "test_input_required_result_sampling": capital,
    "test_input_required_result_list_roots": roots,
    "test_input_required_result_request_state": with_state,
    "test_input_required_result_multiple_inputs": several,
    "test_input_required_result_multi_round": rounds,
    "test_input_required_result_tampered_state": with_state,
    "test_input_required_result_capabilities": able,
    "test_missing_capability": needs_sampling,
    "test_streaming_elicitation": named,
    "test_trigger_tool_change": change("tools"),
    "test_trigger_prompt_change": change("prompts"),
}
ARGUMENTS = {
    "test_sampling": {"prompt": {"type": "string"}},
    "test_elicitation": {"message": {"type": "string"}},
    "test_custom_headers": {"region": {"type": "string", "x-mcp-header": "Region"}},
}
ADDRESS = {
    "$anchor": "addressDef",
    "type": "object",
    "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
}
SCHEMA_TOOL = {
    "name": "json_schema_2020_12_tool",
    "description": "Tool with JSON Schema 2020-12 features",
    "inputSchema": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": ADDRESS},
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": False,
    },
}


def described(name):
    properties = ARGUMENTS.get(name, {})
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return {"name": name, "description": f"Does what the scenarios expect of {name}.", "inputSchema": schema}


def call(request):
    name = request.params.get("name")
    if name == SCHEMA_TOOL["name"]:
        return text("called")
    if name not in TOOLS:
        raise Refused(-32602, f"Unknown tool: {name}")
    return TOOLS[name](request)


RESOURCES = {
    "test://static-text": {"mimeType": "text/plain", "text": "This is the content of the static text resource."},
    "test://static-binary": {"mimeType": "image/png", "blob": PNG},
    "test://watched-resource": {"mimeType": "text/plain", "text": "Watched."},
}


def read(request):
    uri = request.params.get("uri", "")
    if uri in RESOURCES:
        return {"contents": [{"uri": uri, **RESOURCES[uri]}]}
    if uri.startswith("test://template/") and uri.endswith("/data"):
        number = uri.removeprefix("test://template/").removesuffix("/data")
        words = json.dumps({"id": number, "templateTest": True, "data": f"Data for ID: {number}"})
        return {"contents": [{"uri": uri, "mimeType": "application/json", "text": words}]}
    code = -32602 if request.stateless else -32002
    raise Refused(code, "Resource not found", {"uri": uri})


def said(*contents):
    return {"messages": [{"role": "user", "content": content} for content in contents]}


def words(value):
    return {"type": "text", "text": value}


PROMPTS = {
    "test_simple_prompt": [],
    "test_prompt_with_arguments": ["arg1", "arg2"],
    "test_prompt_with_embedded_resource": ["resourceUri"],
    "test_prompt_with_image": [],
    "test_input_required_result_prompt": [],
}


def prompt(request):
    name, given = request.params.get("name"), request.params.get("arguments") or {}
    if name == "test_simple_prompt":
        return said(words("This is a simple prompt for testing."))
    if name == "test_prompt_with_arguments":
        return said(words(f"Prompt with arguments: arg1='{given.get('arg1')}', arg2='{given.get('arg2')}'"))
    if name == "test_prompt_with_embedded_resource":
        resource = embedded(given.get("resourceUri"), "text/plain", "Embedded resource content for testing.")
        return said(resource, words("Please process the embedded resource above."))
    if name == "test_prompt_with_image":
        return said(IMAGE, words("Please analyze the image above."))
    if name == "test_input_required_result_prompt":
        asked = elicit("What context should the prompt use?", {"context": {"type": "string"}})
        answer = ask(request, "user_context", asked)
        return said(words(f"In the context of {(answer.get('content') or {}).get('context')}"))
    raise Refused(-32602, f"Unknown prompt: {name}")


def list_prompts(_request):
    listed = []
    for name, names in PROMPTS.items():
        arguments = [{"name": argument, "description": argument, "required": True} for argument in names]
        listed.append({"name": name, "description": f"The scenarios' {name}", "arguments": arguments})
    return {"prompts": listed}


def list_resources(_request):
    listed = []
    for uri, content in RESOURCES.items():
        listed.append({"uri": uri, "name": uri, "description": uri, "mimeType": content["mimeType"]})
    return {"resources": listed}


def listen(request):
    wanted = request.params.get("notifications") or {}
    listeners.append({"id": request.id, "wanted": wanted})
    meta = {META + "subscriptionId": request.id}
    acknowledged = {"notifications": wanted, "_meta": meta}
    write({"method": "notifications/subscriptions/acknowledged", "params": acknowledged})
    return None


CAPABILITIES = {
    "tools": {"listChanged": True},
    "resources": {"subscribe": True, "listChanged": True},
    "prompts": {"listChanged": True},
    "completions": {},
    "logging": {},
}
INFO = {"name": "conformance-fixture", "version": "1.0.0"}
METHODS = {
    "initialize": lambda request: {
        "protocolVersion": min(request.params.get("protocolVersion", "2025-11-25"), "2025-11-25"),
        "capabilities": CAPABILITIES,
        "serverInfo": INFO,
    },
    "server/discover": lambda _: {
        "supportedVersions": [VERSION],
        "capabilities": CAPABILITIES,
        "_meta": {META + "serverInfo": INFO},
    },
    "subscriptions/listen": listen,
    "ping": lambda _: {},
    "logging/setLevel": lambda _: {},
    "resources/subscribe": lambda _: {},
    "resources/unsubscribe": lambda _: {},
    "tools/list": lambda _: {"tools": [*map(described, TOOLS), SCHEMA_TOOL]},
    "tools/call": call,
    "resources/list": list_resources,
    "resources/templates/list": lambda _: {
        "resourceTemplates": [
            {"uriTemplate": "test://template/{id}/data", "name": "template", "mimeType": "application/json"}
        ]
    },
    "resources/read": read,
    "prompts/list": list_prompts,
    "prompts/get": prompt,
    "completion/complete": lambda _: {"completion": {"values": ["paris", "park", "party"], "total": 3, "hasMore": False}},
}
CACHED = ("/list", "server/discover", "resources/read")


def finished(request, method, result):
    if request.stateless:
        result = {"resultType": "complete", **result}
        if method.endswith(CACHED):
            result = {"ttlMs": 0, "cacheScope": "private", **result}
    return result


def answer(message):
    request, method = Request(message), message["method"]
    try:
        if method not in METHODS:
            raise Refused(-32601, f"Method not found: {method}")
        result = METHODS[method](request)
        if result is not None:
            write({"id": request.id, "result": finished(request, method, result)})
    except InputRequired as required:
        write({"id": request.id, "result": required.result})
    except Refused as refused:
        write({"id": request.id, "error": refused.error})


def main():
    if "--stateless" in sys.argv:
        # Clients begin with a handshake where it works.
        del METHODS["initialize"]
    for line in sys.stdin:
        message = json.loads(line)
        if "method" in message and "id" in message:
            threading.Thread(target=answer, args=(message,), daemon=True).start()
        elif "method" not in message and message.get("id") in waiting:
            waiting[message["id"]].put(message.get("result") or {})


if __name__ == "__main__":
    main()
