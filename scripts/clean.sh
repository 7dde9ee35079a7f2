#!/usr/bin/env bash
# Removes what was built. The data folder holds people's work and stays.
set -euo pipefail
. "$(dirname "$0")/console.sh"

if has cargo; then
    cargo clean
fi
rm -rf .build web/dist web/node_modules web/api-types/node_modules web/artifacts
