#!/usr/bin/env bash
# Lints and type-checks the Python SDK in the environment that its tests use.
set -euo pipefail
. "$(dirname "$0")/console.sh"
. scripts/toolchain.sh
. scripts/python-env.sh

need_python
ensure_python_env
bin="$PWD/$python_env/bin"

cd sdk/python
"$bin/ruff" check --quiet .
"$bin/mypy"
