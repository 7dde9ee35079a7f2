#!/usr/bin/env bash
# Feeds the parsers of hostile input with what a fuzzer makes up, each for a while. With names, only these: `fuzz.sh formats 60`
# runs one for a minute. What one stumbles over is kept in its fuzz/artifacts.
set -euo pipefail
. "$(dirname "$0")/console.sh"

names=()
seconds=300
for argument in "$@"; do
    case "$argument" in
    *[!0-9]*) names+=("$argument") ;;
    *) seconds=$argument ;;
    esac
done

cargo fuzz --version >/dev/null 2>&1 || fail "cargo-fuzz is missing." "cargo install cargo-fuzz --locked"
cargo +nightly --version >/dev/null 2>&1 || fail "the nightly toolchain is missing." "rustup toolchain install nightly"

found=0
for target in crates/*/fuzz/fuzz_targets/*.rs; do
    name=$(basename "$target" .rs)
    if [ ${#names[@]} -gt 0 ] && [[ " ${names[*]} " != *" $name "* ]]; then
        continue
    fi
    found=1
    step "Fuzzing $name for $seconds s"
    # Neither this checkout's folder of builds nor its flags: the fuzzer has its own.
    (cd "${target%%/fuzz/*}" && env -u CARGO_TARGET_DIR -u RUSTFLAGS cargo +nightly fuzz run "$name" -- \
        -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000)
done
[ $found = 1 ] || fail "there is no target of this name: ${names[*]}" "ls crates/*/fuzz/fuzz_targets"
