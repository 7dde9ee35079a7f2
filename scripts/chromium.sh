# shellcheck shell=bash
# Sourced by test.sh, after packages.sh: the browser in which the page is tested.

# The same places that web/tests/house/browser.ts looks at.
find_chromium() {
    local candidate
    for candidate in "${CHROMIUM:-}" /usr/bin/chromium /usr/bin/chromium-browser /usr/bin/google-chrome; do
        [ -n "$candidate" ] && [ -x "$candidate" ] && return 0
    done
    return 1
}

# Fails, with the reason in `chromium_missing`, where Chromium is not here and cannot be brought.
ensure_chromium() {
    find_chromium && return 0
    if ! may_install; then
        chromium_missing="no Chromium is installed (Debian: apt install chromium; or CHROMIUM=/path/to/chrome)"
        return 1
    fi
    step "Installing Chromium from the system's packages"
    install_package chromium || true
    find_chromium && return 0
    # Read by the script that sources this one.
    # shellcheck disable=SC2034
    chromium_missing="apt-get could not install it; what it said stands above"
    return 1
}
