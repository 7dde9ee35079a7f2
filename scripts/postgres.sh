# shellcheck shell=bash
# Sourced by test.sh: PostgreSQL's server programs, from the system's packages where that may be done.

find_postgres() {
    local folder
    for folder in $(tr ':' ' ' <<<"$PATH") /usr/lib/postgresql/*/bin /usr/pgsql-*/bin \
        /opt/homebrew/opt/postgresql@*/bin /usr/local/opt/postgresql@*/bin; do
        [ -x "$folder/initdb" ] && return 0
    done
    return 1
}

# Whom to be to install packages: nothing for root, `sudo` where it asks no password.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo -n "$@"
    fi
}

may_install() {
    has apt-get && { [ "$(id -u)" -eq 0 ] || { has sudo && sudo -n true 2>/dev/null; }; }
}

# Fails, with the reason in `postgres_missing`, where PostgreSQL is not here and cannot be brought.
ensure_postgres() {
    find_postgres && return 0
    if ! may_install; then
        postgres_missing="its server programs are not installed (Debian, Ubuntu: apt install postgresql; macOS: brew install postgresql)"
        return 1
    fi
    step "Installing PostgreSQL from the system's packages"
    local install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql)
    as_root "${install[@]}" >&2 || { as_root apt-get update >&2 && as_root "${install[@]}" >&2; } || true
    find_postgres && return 0
    # Read by the script that sources this one.
    # shellcheck disable=SC2034
    postgres_missing="apt-get could not install it; what it said stands above"
    return 1
}
