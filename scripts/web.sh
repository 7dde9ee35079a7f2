# shellcheck shell=bash
# Sourced by the other scripts: the page's packages, and the page.

# ensure_packages FOLDER: installs what its lock file names, once for each state of it.
ensure_packages() {
    local folder=$1 wanted
    wanted="$(node --version) $(cksum <"$folder/package-lock.json")"
    if [ "$(cat "$folder/node_modules/.made-from" 2>/dev/null)" = "$wanted" ]; then
        return 0
    fi
    step "Installing the packages of $folder"
    # The page is built on old and new Node alike; that a package would rather have a newer one is no news.
    # Not `npm ci`: it wants the programs of every platform in the lock file, and not every registry has them all.
    (cd "$folder" && npm install --no-save --loglevel=error) >&2 || return
    # Written last: what was installed only in part is installed again.
    printf '%s' "$wanted" >"$folder/node_modules/.made-from"
}

# What the page is built from, as one number.
page_sources() {
    find web/src web/public web/index.html web/package-lock.json web/vite.config.ts -type f ! -name '*.test.*' \
        -exec cksum {} + | LC_ALL=C sort | cksum
}

# Builds web/dist, where it is not what the sources say.
ensure_page() {
    local wanted
    wanted=$(page_sources)
    if [ -e web/dist/index.html ] && [ "$(cat .build/page 2>/dev/null)" = "$wanted" ]; then
        return 0
    fi
    ensure_packages web || return
    step "Building the page"
    npm --prefix web run --silent build >&2 || return
    mkdir -p .build
    printf '%s' "$wanted" >.build/page
}
