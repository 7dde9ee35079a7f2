# shellcheck shell=bash
# Sourced by test.sh, after packages.sh: Docker's daemon, Podman, and what the tests' base image is made of.

# What the base image is made of, and Docker; its client speaks to both engines.
docker_packages=(docker.io jq python3 libcap2-bin)
# Podman names what it needs as alternatives or as recommended, so each is named here.
podman_packages=(podman runc netavark iptables)

# find_programs NAME…: whether all of them are here.
find_programs() {
    local program
    for program in "$@"; do
        PATH="$PATH:/usr/sbin:/sbin:/usr/lib/podman" command -v "$program" >/dev/null 2>&1 || return 1
    done
}

find_docker() {
    find_programs dockerd docker containerd runc && dpkg-query -W jq python3 libcap2-bin >/dev/null 2>&1
}

find_podman() {
    find_programs podman conmon docker runc netavark iptables
}

# Fails, with the reason in `containers_missing`, where Docker is not here and cannot be brought, or cannot run.
ensure_containers() {
    ensure_engine Docker find_docker "${docker_packages[@]}"
}

# The same for Podman, after Docker.
ensure_podman() {
    ensure_engine Podman find_podman "${podman_packages[@]}"
}

# ensure_engine NAME FINDER PACKAGE…
ensure_engine() {
    local name=$1 finder=$2 package
    shift 2
    if [ "$(id -u)" -ne 0 ]; then
        containers_missing="$name needs root to be tested, which this is not"
        return 1
    fi
    "$finder" && return 0
    if ! may_install; then
        containers_missing="$name is not installed (Debian: apt install $*)"
        return 1
    fi
    step "Installing $name from the system's packages"
    for package in "$@"; do
        install_package "$package" || true
    done
    "$finder" && return 0
    # Read by the script that sources this one.
    # shellcheck disable=SC2034
    containers_missing="apt-get could not install $name; what it said stands above"
    return 1
}
