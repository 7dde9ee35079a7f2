#!/usr/bin/env bash
# Runs the benches and writes docs/BENCHMARKS.md. With --quick everything is only tried, in seconds, and the report printed:
# its figures mean nothing.
set -euo pipefail
. "$(dirname "$0")/console.sh"
. scripts/toolchain.sh
. scripts/python-env.sh
. scripts/web.sh
. scripts/model.sh

document=docs/BENCHMARKS.md
quick=''
case "$*" in
'') ;;
--quick) quick=--quick ;;
*) fail "unknown arguments: $*" "make bench, or: make bench ARGS=--quick" ;;
esac

need_rust
need_python
has git || fail "git is missing; snapshots are measured beside it." "Debian, Ubuntu: apt install git"

# Below the build's folder, so that it is the disk of this checkout that is measured, not memory behind /tmp.
mkdir -p "$built/tmp"
TMPDIR=$(mktemp -d "$(cd "$built/tmp" && pwd)/bench.XXXXXX")
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT

# Other proxies, which MCP calls are measured beside. The table says which could not be had.
peers=crates/server/benches/peers
if has npm && ensure_packages "$peers"; then
    export PEGBOARD_MCP_PEERS=$PWD/$peers
fi
if ensure_environment .build/mcp-peers "$peers/requirements.txt"; then
    export PEGBOARD_MCP_PEERS_PYTHON=$PWD/.build/mcp-peers
fi

# All packages in each command: with another selection cargo would build their dependencies anew, with other features.
bench() {
    cargo bench --profile quick --locked --package pegboard --package pegboard-cas --package pegboard-model "$@"
}

# Adds the goals to the folder's table: beside `git status` for 10,000 files, beside SHA-256 for all.
judge_folder() {
    awk -F ' *[|] *' '
        NR == 1 { print $0 " goal for the ratio |"; next }
        NR == 2 { print $0 "---:|"; next }
        {
            most = ""
            if ($2 == 10000 && $4 ~ /^snapshot, (nothing|one file) changed.*`git status`$/) most = 0.5
            if ($2 >= 1000 && $4 ~ /^first snapshot, durable; two cores of SHA-256$/) most = 1.43
            if (most == "") print $0 " |"
            else print $0 " ≤ " most ": " ($7 <= most ? "reached" : "**not reached**") " |"
        }'
}

step "Building what is measured"
bench --bench speed --bench folder --bench shell --no-run

step "Measuring calls, start and memory"
bench --bench speed -- $quick >"$TMPDIR/speed"
step "Measuring snapshot and checkout"
# Plain numbers are numbers of files; without them the bench takes those of the report.
bench --bench folder -- ${quick:+10 300} >"$TMPDIR/folder"
step "Measuring shell rules"
bench --bench shell -- $quick >"$TMPDIR/shell"

step "Measuring the search for tools"
searches=()
[ -z "$quick" ] || searches=(--searches 10)
if ensure_model; then
    cargo run --profile quick --locked --package pegboard-bench --quiet -- speed --model "$model" "${searches[@]}" >"$TMPDIR/search"
else
    echo "The language model could not be fetched." >"$TMPDIR/search"
fi

{
    cat <<'TEXT'
# Benchmarks

Written by `make bench`. Each figure stands beside what one would use instead, measured in the same run; the goals are the
project's own.

TEXT
    cat "$TMPDIR/speed"
    cat <<'TEXT'
## Snapshot and checkout

Medians, in ms; “durable” means that the disk has said that it keeps it. git runs with its defaults, which do not wait for the disk.
The first snapshot may take 1/0.7 = 1.43 times as long as two cores need to hash the same bytes in memory; looking for changes among
10,000 files half as long as `git status`.

TEXT
    judge_folder <"$TMPDIR/folder"
    cat <<'TEXT'

## Shell rules

What it takes to judge a command line under shell rules, parsing included; each sample is the mean of 100 decisions.

TEXT
    cat "$TMPDIR/shell"
    cat <<'TEXT'

## Finding tools by meaning

In one process and on one thread, without HTTP: the query's vector by all-MiniLM-L6-v2, words, cosines and the order of all tools. How well they are
found stands in [RELEVANCE.md](RELEVANCE.md).

TEXT
    cat "$TMPDIR/search"
} >"$TMPDIR/report"

cat "$TMPDIR/report"
if [ -z "$quick" ]; then
    cp "$TMPDIR/report" "$document"
    say "written to $document"
fi
