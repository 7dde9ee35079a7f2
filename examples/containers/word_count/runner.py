#!/usr/bin/env python3
"""Reads the payload, which is the only argument, works on the chat's workspace, and prints one JSON object."""

import base64
import json
import sys
from pathlib import Path


def count(workspace: Path, ending: str) -> dict[str, int]:
    files = sorted(path for path in workspace.rglob(f"*{ending}") if path.is_file())
    return {str(path.relative_to(workspace)): len(path.read_text(errors="replace").split()) for path in files}


def main() -> None:
    payload = json.loads(base64.b64decode(sys.argv[1]))
    params = payload["params"]
    workspace = Path(payload["workspace"])
    counts = count(workspace, params["ending"])
    (workspace / params["output"]).write_text(json.dumps(counts, indent=2) + "\n")
    print(json.dumps({"text": f"{sum(counts.values())} words in {len(counts)} files."}))


try:
    main()
except Exception as error:
    print(json.dumps({"error": f"{type(error).__name__}: {error}"}))
    sys.exit(1)
