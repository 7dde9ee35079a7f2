# shellcheck shell=bash
# Sourced by the other scripts: the program that runs the Rust tests.

nextest_version=0.9.143

# Fails where cargo-nextest is not here and could not be built; `cargo test` does then.
ensure_nextest() {
    cargo nextest --version >/dev/null 2>&1 && return 0
    step "Building cargo-nextest $nextest_version, which runs the tests. This happens once and takes some minutes."
    cargo install cargo-nextest --locked --version "$nextest_version" --target-dir .build/nextest
}

nextest_profile() {
    if [ "${CI:-}" = true ]; then echo ci; else echo default; fi
}
