# shellcheck shell=bash
# Sourced by test.sh, after packages.sh: Docker's daemon, and what the tests' base image is made of.

find_containers() {
    local program
    for program in dockerd docker containerd runc; do
        PATH="$PATH:/usr/sbin:/sbin" command -v "$program" >/dev/null 2>&1 || return 1
    done
    dpkg-query -W jq python3 libcap2-bin >/dev/null 2>&1
}

# Fails, with the reason in `containers_missing`, where Docker is not here and cannot be brought, or cannot run.
ensure_containers() {
    if [ "$(id -u)" -ne 0 ]; then
        containers_missing="Docker's daemon needs root, which this is not"
        return 1
    fi
    find_containers && return 0
    if ! may_install; then
        containers_missing="Docker is not installed (Debian: apt install docker.io jq python3 libcap2-bin)"
        return 1
    fi
    step "Installing Docker from the system's packages"
    local package
    for package in docker.io jq python3 libcap2-bin; do
        install_package "$package" || true
    done
    find_containers && return 0
    # Read by the script that sources this one.
    # shellcheck disable=SC2034
    containers_missing="apt-get could not install it; what it said stands above"
    return 1
}
