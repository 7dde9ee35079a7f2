#!/usr/bin/env bash
# Installs what the tests need, runs every test, and says at the end what ran and what was left out.
set -euo pipefail
. "$(dirname "$0")/console.sh"
. scripts/toolchain.sh
. scripts/packages.sh
. scripts/postgres.sh
. scripts/containers.sh
. scripts/chromium.sh
. scripts/python-env.sh
. scripts/nextest.sh
. scripts/web.sh
. scripts/model.sh

summary=()
failures=0

# suite NAME COMMAND…: runs it and remembers how it went.
suite() {
    local name=$1 began=$SECONDS verdict=passed
    shift
    step "$name"
    if ! "$@"; then
        verdict=FAILED
        failures=$((failures + 1))
    fi
    summary+=("$(printf '%-9s %s (%s s)' "$verdict" "$name" $((SECONDS - began)))")
}

left_out() {
    summary+=("$(printf '%-9s %s: %s' 'left out' "$1" "$2")")
}

# The page's types are those of the API as it is now.
api_types() {
    ensure_packages web/api-types && node web/scripts/api.mjs --check
}

need_rust
need_python
need_node

ensure_page

# MCP servers and clients that others publish, and the protocol's conformance suite.
published=crates/mcp/tests/published
if ensure_packages "$published"; then
    export PEGBOARD_MCP_SERVERS=$PWD/$published
else
    left_out "Published MCP servers and clients, and the conformance suite" "their packages could not be installed"
    failures=$((failures + 1))
fi
if ensure_environment .build/mcp-published "$published/requirements.txt"; then
    export PEGBOARD_MCP_PYTHON=$PWD/.build/mcp-published
else
    left_out "Published MCP servers and clients in Python" "what pip said stands above"
    failures=$((failures + 1))
fi

if ensure_model; then
    export PEGBOARD_TEST_MODEL=$PWD/$model
else
    left_out "Finding tools by meaning" "the language model could not be fetched; what pip said stands above"
    failures=$((failures + 1))
fi

step "Building the tests"
# One selection of packages and targets for everything, so that each dependency is compiled once.
cargo build --workspace --bins --tests --locked

tests=(cargo test --workspace --bins --tests --lib --locked)
if ensure_nextest; then
    tests=(cargo nextest run --workspace --locked --profile "$(nextest_profile)")
fi

# What starts an engine for the program behind it; nothing, where there is none.
engine=()
if ensure_containers; then
    engine=("$built/debug/xtask" containers --)
    tests=("${engine[@]}" "${tests[@]}")
    ensure_podman || left_out "Container tools in Podman" "$containers_missing"
else
    left_out "Container tools in a real engine" "$containers_missing"
fi

if ensure_postgres; then
    suite "Rust tests, on SQLite and PostgreSQL" "$built/debug/xtask" postgres -- "${tests[@]}"
else
    suite "Rust tests, on SQLite" "${tests[@]}"
    left_out "Rust tests on PostgreSQL" "$postgres_missing"
fi

if [ -n "${PEGBOARD_MCP_SERVERS:-}" ]; then
    suite "MCP conformance of the server, both generations" env PEGBOARD_BIN="$built/debug/pegboard" \
        CONFORMANCE="$PEGBOARD_MCP_SERVERS/node_modules/@modelcontextprotocol/conformance/dist/index.js" \
        NODE="$PEGBOARD_MCP_SERVERS/node_modules/node/bin/node" crates/mcp/tests/conformance/run
fi

suite "Rust examples in the documentation" cargo test --workspace --doc --locked --quiet

if [ ! -e sdk/python/dev-requirements.txt ]; then
    left_out "Python SDK" "sdk/python/dev-requirements.txt is not there"
elif ensure_python_env; then
    suite "Python SDK" env PEGBOARD="$built/debug/pegboard" "$python_env/bin/python" -m pytest sdk/python/tests
else
    left_out "Python SDK" "its environment could not be made; what pip said stands above"
    failures=$((failures + 1))
fi

if ensure_packages sdk/node && ensure_packages sdk/node/tests/packages/modern && ensure_packages sdk/node/tests/packages/legacy; then
    suite "Node runner, with published tools" npm --prefix sdk/node run --silent test
else
    left_out "Node runner" "its packages could not be installed"
    failures=$((failures + 1))
fi

suite "API types of the page" api_types
suite "Page: format, lints, types" npm --prefix web run --silent check
suite "Page: logic" npm --prefix web run --silent test
if ensure_chromium; then
    suite "Page: flows and attacks in Chromium" "${engine[@]}" npm --prefix web run --silent test:browser
else
    left_out "Page: flows and attacks in Chromium" "$chromium_missing"
fi

step "Summary"
printf '%s\n' "${summary[@]}" >&2
[ "$failures" -eq 0 ]
