# shellcheck shell=bash
# Sourced by the other scripts: the environment in which the Python SDK is tested.

python_env=.build/venv

# Makes the environment, once for each state of what it is made from. `python` is what need_python found.
ensure_python_env() {
    local wanted=sdk/python/dev-requirements.txt made_from
    made_from="$("${python:?}" --version) $(cksum <"$wanted")"
    if [ "$(cat "$python_env/made-from" 2>/dev/null)" = "$made_from" ]; then
        return 0
    fi
    step "Making the Python environment for the tests in $python_env"
    rm -rf "$python_env"
    "$python" -m venv "$python_env" || return
    "$python_env/bin/python" -m pip install --disable-pip-version-check --no-input --quiet --requirement "$wanted" ||
        return
    # Written last: what was made only in part is made again.
    printf '%s' "$made_from" >"$python_env/made-from"
}
