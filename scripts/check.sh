#!/usr/bin/env bash
# The quick checks: what can be said about a change without waiting for servers and databases.
set -euo pipefail
. "$(dirname "$0")/console.sh"
. scripts/toolchain.sh
. scripts/nextest.sh
. scripts/web.sh

need_rust
need_lints
need_node

step "Format"
cargo fmt --all --check

step "Lints"
cargo clippy --workspace --all-targets --locked --quiet -- --deny warnings
scripts/python-lint.sh

step "House rules"
cargo run --quiet --package xtask --locked -- tidy

step "Fast tests"
if cargo nextest --version >/dev/null 2>&1; then
    cargo nextest run --workspace --locked --filterset 'not test(/postgres/) and not (package(pegboard) and kind(test))'
else
    cargo test --workspace --lib --bins --locked --quiet -- --skip postgres
fi

step "Page"
ensure_packages web
npm --prefix web run --silent check
npm --prefix web run --silent test

step "Node runner"
ensure_packages sdk/node
npm --prefix sdk/node run --silent check
(cd sdk/node && ../../web/node_modules/.bin/biome check .)

if cargo deny --version >/dev/null 2>&1; then
    step "Licences, banned crates, sources"
    cargo deny --log-level error check bans licenses sources
else
    say "left out: licences and banned crates, because cargo-deny is not installed (cargo install cargo-deny --locked)"
fi

if has shellcheck; then
    step "Shell scripts"
    shellcheck --external-sources scripts/*.sh .ci/run
else
    say "left out: shell scripts, because shellcheck is not installed (apt install shellcheck)"
fi
