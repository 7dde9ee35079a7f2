#!/usr/bin/env bash
# Runs the benches. Arguments go to `cargo bench`.
set -euo pipefail
. "$(dirname "$0")/console.sh"
. scripts/toolchain.sh

need_rust
need_python

step "Building and running the benches; a full run takes several minutes"
exec cargo bench --workspace --locked "$@"
