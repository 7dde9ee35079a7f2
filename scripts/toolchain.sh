# shellcheck shell=bash
# Sourced by the other scripts: are the compilers and interpreters here, and new enough?

# Whether version $1 is at least $2.
at_least() {
    [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

need_rust() {
    local wanted found
    wanted=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)
    has cargo || fail "Rust is missing." "Install version $wanted or newer with rustup: https://rustup.rs"
    found=$(rustc --version | cut -d ' ' -f 2)
    at_least "$found" "$wanted" ||
        fail "Rust $found is too old; $wanted or newer is needed." "Run: rustup update stable"
    has cc || fail "A C compiler is missing; SQLite and the TLS library are built with it." \
        "Debian, Ubuntu: apt install build-essential    Fedora: dnf install gcc    macOS: xcode-select --install"
}

# The parts of the toolchain that are not needed for building.
need_lints() {
    local part
    for part in fmt clippy; do
        cargo "$part" --version >/dev/null 2>&1 ||
            fail "cargo $part is missing." "Run: rustup component add rustfmt clippy"
    done
}

# Sets `python` to the first interpreter that is new enough.
need_python() {
    local candidate found=''
    for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
        has "$candidate" || continue
        found=$("$candidate" -c 'import platform; print(platform.python_version())' 2>/dev/null) || continue
        if at_least "$found" 3.11; then
            python=$candidate
            "$python" -c 'import venv, ensurepip' 2>/dev/null ||
                fail "$python cannot make environments." "Debian, Ubuntu: apt install python3-venv"
            return
        fi
    done
    fail "Python 3.11 or newer is missing${found:+ (found $found)}." \
        "Debian, Ubuntu: apt install python3 python3-venv    Fedora: dnf install python3    macOS: brew install python"
}

need_node() {
    local found
    has node || fail "Node.js 20 or newer is missing; it builds the page." "https://nodejs.org/en/download"
    found=$(node --version)
    at_least "${found#v}" 20 || fail "Node.js $found is too old; 20 or newer is needed." "https://nodejs.org/en/download"
    has npm || fail "npm is missing; it brings what the page is built with." \
        "Debian, Ubuntu: apt install npm    others: it comes with Node.js, https://nodejs.org/en/download"
}
