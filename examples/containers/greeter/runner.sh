#!/usr/bin/env bash
# Reads the payload, which is the only argument, and prints one JSON object.
set -euo pipefail

payload=$(printf %s "$1" | base64 -d)
name=$(printf %s "$payload" | jq -r .params.name)
city=$(printf %s "$payload" | jq -r '.telemetry.city // ""')
time=$(printf %s "$payload" | jq -r '.telemetry.time // ""')

text="Hello, $name!"
[ -n "$city" ] && text="$text You're in $city."

# jq writes the JSON and `@html` escapes what others wrote, so that no value can be taken for more than text.
jq -n --arg text "$text" --arg name "$name" --arg city "$city" --arg time "$time" '{
    text: $text,
    html: ("<div style=\"padding:16px;font-family:sans-serif\">"
        + "<div style=\"font-size:1.4rem;font-weight:600\">Hello, " + ($name | @html) + "!</div>"
        + (if $city != "" then "<div style=\"color:#666666\">📍 " + ($city | @html) + "</div>" else "" end)
        + (if $time != "" then "<div style=\"color:#999999;font-size:0.85rem\">" + ($time | @html) + "</div>" else "" end)
        + "</div>")
}'
