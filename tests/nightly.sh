#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every configuration of the build with its tests, one after the other, each in its own folder: ./dev test --nightly [NAME...].
# One that fails stops no other; a table at the end says how each ended. The exit status is 1 when one failed. On two processors all
# of them take a night.
set -uo pipefail
cd "$(dirname "$(readlink -f "$0")")/.." || exit 2

# Name, folder and options of ./dev test.
configurations=(
  "default build --all"
  "sanitize build-sanitize --sanitize --all"
  "plain build-plain --plain"
  "desktop build-desktop --desktop"
  "engine build-engine --engine"
  "clang build-clang --clang"
)

fail() { printf '%s\n' "$*" >&2; exit 2; }

is_chosen() {
  local name=$1 one
  shift
  [ $# -gt 0 ] || return 0
  for one in "$@"; do [ "$one" != "$name" ] || return 0; done
  return 1
}

for one in "$@"; do
  printf '%s\n' "${configurations[@]}" | grep -q "^$one " || fail "no configuration '$one'; there are: $(printf '%s\n' "${configurations[@]}" | cut -d' ' -f1 | paste -sd ' ')"
done

trap 'printf "interrupted\n" >&2; exit 130' INT

table=() num_failed=0
for configuration in "${configurations[@]}"; do
  read -r name folder options <<<"$configuration"
  is_chosen "$name" "$@" || continue
  if [ "$name" = clang ] && ! command -v clang++ >/dev/null; then
    table+=("$name|skipped|-|no clang++ is installed")
    printf '==> %s: SKIPPED, no clang++ is installed\n' "$name"
    continue
  fi
  log=$folder/nightly.log
  mkdir -p "$folder"
  printf '==> %s: ./dev test %s (%s)\n' "$name" "$options" "$log"
  began=$SECONDS
  # shellcheck disable=SC2086 # the options are words
  if ./dev test $options >"$log" 2>&1 </dev/null; then
    result=passed words=$(grep -E '^[0-9]+% tests passed' "$log" | tail -n 1)
  else
    result=FAILED num_failed=$((num_failed + 1))
    # The tests that failed, or else the error of the build.
    words=$(sed -n 's/^[[:space:]]*[0-9]* - \(.*\) (.*)$/\1/p' "$log" | paste -sd ' ')
    [ -n "$words" ] || words=$(grep -E 'error:|FAILED:|^\./dev: ' "$log" | tail -n 1)
  fi
  table+=("$name|$result|$(((SECONDS - began) / 60)) min|${words:-no words; see $log}")
  printf '==> %s: %s after %d min\n' "$name" "$result" $(((SECONDS - began) / 60))
done

printf '\n%-10s %-8s %8s  %s\n' configuration result time words
for row in "${table[@]}"; do
  IFS='|' read -r name result minutes words <<<"$row"
  printf '%-13s %-8s %5s  %s\n' "$name" "$result" "$minutes" "${words:0:120}"
done
[ "$num_failed" -eq 0 ]
