#!/bin/sh
# Asks a running service (npx groundrule serve) for criteria, judges a text by them, and says what the first one rests on.
# Run it with: sh examples/recipes/curl.sh "Write a cover letter for a junior data analyst"
set -eu
service="${GROUNDRULE_SERVICE:-http://127.0.0.1:8377}"
instruction="${1:-Write a cover letter for a junior data analyst}"
ask() { curl --silent --show-error --fail-with-body ${GROUNDRULE_KEY:+-H "Authorization: Bearer $GROUNDRULE_KEY"} "$@"; }
post() { ask -H 'Content-Type: application/json' --data "$2" "$service$1"; }

# The instruction as JSON: quotes and backslashes escaped, line breaks as spaces.
escaped=$(printf %s "$instruction" | tr '[:cntrl:]' ' ' | sed 's/[\\"]/\\&/g')
request="{\"instruction\": \"$escaped\"}"

# A set; asked for again, it is the same one.
answer=$(post /v1/sets "$request") || true
set_id=$(printf %s "$answer" | grep -o 'cs_[0-9a-f]\{24\}' | head -n 1)
[ -n "$set_id" ] || { printf '%s\n' "$answer" >&2; exit 1; }
echo "set: $set_id"

# Its steps as they go, for those who do not want to wait in the dark.
ask -H 'Content-Type: application/json' -H 'Accept: text/event-stream' --data "$request" \
  "$service/v1/sets" | grep '^event:' | sort | uniq -c

# A text judged by the best ten; items of your own do as well: "checklist": ["Is it warm?", {"text": "It is short.", "check": "words <= 300"}]
post /v1/judgements "{\"response\": \"Dear committee, …\", \"checklist\": {\"set\": \"$set_id\", \"top\": 10}}" |
  grep -o '"passRate":{[^}]*}'

# Each quote in its passage, and whether the record holds.
ask "$service/v1/sets/$set_id/audit" | grep -o '"status":"[a-z-]*"' | head -n 1
