# shellcheck shell=bash
# Sourced by test.sh, after packages.sh: PostgreSQL's server programs.

find_postgres() {
    local folder
    for folder in $(tr ':' ' ' <<<"$PATH") /usr/lib/postgresql/*/bin /usr/pgsql-*/bin \
        /opt/homebrew/opt/postgresql@*/bin /usr/local/opt/postgresql@*/bin; do
        [ -x "$folder/initdb" ] && return 0
    done
    return 1
}

# Fails, with the reason in `postgres_missing`, where PostgreSQL is not here and cannot be brought.
ensure_postgres() {
    find_postgres && return 0
    if ! may_install; then
        postgres_missing="its server programs are not installed (Debian, Ubuntu: apt install postgresql; macOS: brew install postgresql)"
        return 1
    fi
    step "Installing PostgreSQL from the system's packages"
    install_package postgresql || true
    find_postgres && return 0
    # Read by the script that sources this one.
    # shellcheck disable=SC2034
    postgres_missing="apt-get could not install it; what it said stands above"
    return 1
}
