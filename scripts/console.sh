# shellcheck shell=bash
# Sourced by the other scripts: how they speak, and where they stand.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

# Where cargo puts what it builds.
built="${CARGO_TARGET_DIR:-target}"
export built

if [ -t 2 ]; then
    bold=$'\e[1m' plain=$'\e[0m'
else
    bold='' plain=''
fi

say() {
    printf '%s\n' "$*" >&2
}

step() {
    printf '%s==> %s%s\n' "$bold" "$*" "$plain" >&2
}

# Says what is wrong and what to do about it, and ends.
fail() {
    printf 'error: %s\n' "$1" >&2
    shift
    for line in "$@"; do
        printf '       %s\n' "$line" >&2
    done
    exit 1
}

has() {
    command -v "$1" >/dev/null 2>&1
}
