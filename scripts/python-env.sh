# shellcheck shell=bash
# Sourced by the other scripts: Python environments for tests and benches.

# The one in which the Python SDK is tested.
python_env=.build/venv

ensure_python_env() {
    ensure_environment "$python_env" sdk/python/dev-requirements.txt
}

# ensure_environment FOLDER REQUIREMENTS: makes an environment, once for each state of what it is made from. `python` is
# what need_python found.
ensure_environment() {
    local folder=$1 wanted=$2 made_from
    made_from="$("${python:?}" --version) $(cksum <"$wanted")"
    if [ "$(cat "$folder/made-from" 2>/dev/null)" = "$made_from" ]; then
        return 0
    fi
    step "Making the Python environment of $wanted in $folder"
    rm -rf "$folder"
    "$python" -m venv "$folder" || return
    "$folder/bin/python" -m pip install --disable-pip-version-check --no-input --quiet --requirement "$wanted" ||
        return
    # Written last: what was made only in part is made again.
    printf '%s' "$made_from" >"$folder/made-from"
}
