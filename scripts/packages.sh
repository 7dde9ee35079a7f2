# shellcheck shell=bash
# Sourced by test.sh: programs that the tests need, from the system's packages where that may be done.

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

# install_package NAME: fails where it cannot be had.
install_package() {
    local install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$1")
    as_root "${install[@]}" >&2 || { as_root apt-get update >&2 && as_root "${install[@]}" >&2; }
}
