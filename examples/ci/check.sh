#!/bin/sh
# For any CI system: what does the head newly break against the base?
#
#   examples/ci/check.sh [BASE [HEAD]]     default: origin/main HEAD
#
# Exit code 0: nothing new fails and everything was explored. 1: there are new failures. 2: heddle could not work.
# 3: not everything could be decided in the time (HEDDLE_TIMEOUT, seconds). Failures that the base has too do not
# count. Reports: heddle.json, heddle.sarif. Keep the file HEDDLE_STORE (.heddle/store.db) from run to run.
set -u
base=${1:-origin/main}
head=${2:-HEAD}
base=$(git merge-base "$base" "$head") || exit 2

exec heddle check "$base" "$head" --timeout="${HEDDLE_TIMEOUT:-600}" --json=heddle.json --sarif=heddle.sarif
