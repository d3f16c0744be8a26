#!/bin/sh
# learn.sh BASE
#
# Run on a login node: prints what it is, one line a fact, "NAME EXIT_CODE BASE64". BASE may be empty; it and the folders above it
# need not exist. It is preceded by untrusted.sh, and followed by what asks the schedulers (learn_slurm.sh and its like).
set -u
export LC_ALL=C
base=${1:-}

bounded() {
  if command -v timeout >/dev/null 2>&1; then timeout -k 5 60 "$@"; else "$@"; fi
}
# say NAME COMMAND...: what the command prints; both streams when it fails. One that prints without end is cut off and named.
printed_limit=8388608
said=$(mktemp -d 2>/dev/null) || said=
trap 'if [ -n "$said" ]; then rm -rf -- "$said"; fi' EXIT
say() {
  name=$1
  shift
  if [ -z "$said" ]; then
    text=$(bounded "$@" </dev/null 2>/dev/null)
    code=$?
  else
    text=$({
      {
        bounded "$@" </dev/null 2>&1 >&3 3>&-
        echo "$?" >"$said/code"
      } | head -c 65536 >"$said/err"
    } 3>&1 | head -c "$printed_limit")
    read -r code <"$said/code"
    if [ "$code" -ne 0 ]; then text=$text$(cat "$said/err"); fi
  fi
  if [ "${#text}" -ge "$printed_limit" ]; then
    printf 'flood 0 %s\n' "$(printf '%s' "$1" | base64 | tr -d '\n')"
    text=
  fi
  printf '%s %s %s\n' "$name" "$code" "$(printf '%s' "$text" | base64 | tr -d '\n')"
}

me=$(id -un)
say user id -un
say home printenv HOME
# shellcheck disable=SC2016
say shell sh -c 'getent passwd "$(id -un)" | cut -d : -f 7'
say host uname -n
say glibc getconf GNU_LIBC_VERSION
say rsync rsync --version
# space NAME FOLDER: the nearest folder that exists, whether a file can be made in it and why not, df, quotas.
space() {
  there=$2
  while [ -n "$there" ] && [ ! -d "$there" ]; do there=${there%/*}; done
  there=${there:-/}
  writable=no
  problem=
  if probe=$(mktemp "$there/.trainyard-XXXXXX" 2>&1); then
    # As far as the disk: a quota may be counted only there.
    if problem=$(printf x | bounded dd of="$probe" conv=fsync 2>&1); then writable=yes; fi
    rm -f "$probe"
  else
    problem=$probe
  fi
  printf '%s 0 %s\n' "$1" "$(
    {
      printf 'folder %s\nexists %s\nwritable %s\n' "$2" "$([ -d "$2" ] && echo yes || echo no)" "$writable"
      if [ "$writable" = no ]; then printf 'problem %s\n' "$(printf '%s\n' "$problem" | sed -n '/: /{s/.*: //;p;q;}')"; fi
      bounded df -Pk "$there" 2>/dev/null | sed -n 's/^/df /; $p'
      if command -v quota >/dev/null 2>&1; then bounded quota -w 2>/dev/null | sed -n 's/^ *\(\/\)/quota \1/p'; fi
      if command -v lfs >/dev/null 2>&1; then bounded lfs quota -q -u "$me" "$there" 2>/dev/null | tr '\n' ' ' | sed 's/^/lfs /'; fi
    } </dev/null | base64 | tr -d '\n'
  )"
}

if [ -n "$base" ]; then
  space base "$base"
  # The function of untrusted.sh, which comes before this script.
  printf 'trust 0 %s\n' "$(untrusted "$base/engine" "$base/data" "$base/code" | base64 | tr -d '\n')"
fi

# offer LABEL FOLDER: each folder once, and only a folder of one's own.
offered=
offer() {
  case $2 in /*) ;; *) return ;; esac
  if [ ! -d "$2" ] || [ "$2" = / ]; then return; fi
  case "$offered" in *"|$2|"*) return ;; esac
  offered="$offered|$2|"
  space "offer:$1" "$2"
}
# Sites name such folders in variables that only a login shell has. Every shell takes -l and commands on its input.
# named LABEL VARIABLE...
named() {
  label=$1
  shift
  for variable in "$@"; do
    offer "$label" "$(printf '%s\n' "$variables" | sed -n "s/^trainyard-$variable=//p" | tail -n 1)"
  done
}
if [ -z "$base" ]; then
  # shellcheck disable=SC2016
  variables=$(printf '%s\n' "/bin/sh -c 'for name in SCRATCH SCRATCHDIR WORK WORKDIR PROJECT PROJECTDIR; do printf \"\\ntrainyard-%s=%s\\n\" \"\$name\" \"\$(printenv \"\$name\")\"; done'" |
    bounded "${SHELL:-/bin/sh}" -l 2>/dev/null)
  named scratch SCRATCH SCRATCHDIR
  named work WORK WORKDIR
  named project PROJECT PROJECTDIR
  for top in '' /gpfs /lustre /fs /mnt; do
    for place in scratch work project; do
      offer "$place" "$top/$place/$me"
      offer "$place" "$top/$place/users/$me"
    done
  done
  offer home "${HOME:-}"
fi
