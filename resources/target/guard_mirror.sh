# shellcheck shell=sh
# shellcheck disable=SC3013,SC2088  # every sh has -ef; ~ as it was typed
# SPDX-License-Identifier: GPL-3.0-or-later
# $1: the folder, $2: the marker's name, $3: "make" or "look", $4: the real path of the source if
# it is on the same file system, else empty. Prints "good" or "new" with the real path, or "refused
# <code> <name>", the code without its group. Nothing is created before everything is checked.
no() { printf 'refused %s %s\n' "$1" "${2-}"; exit 0; }
home=$(cd ~ 2>/dev/null && pwd -P)
case "$1" in "~/"*) set -- "$home/${1#??}" "$2" "$3" "$4";; esac
if [ -L "$1" ]; then no link; fi
there=$1
while [ ! -e "$there" ] && [ ! -L "$there" ]; do there=${there%/*}; there=${there:-/}; done
if [ ! -d "$there" ]; then no no_folder "$there"; fi
real=$(cd "$there" 2>/dev/null && pwd -P) || no closed "$there"
real=${real%/}${1#"${there%/}"}
parts=$(printf '%s' "$real" | tr -dc / | wc -c)
[ "$parts" -ge 3 ] || no short_path "$real"
case "$home/" in "$real"/*) no home;; esac
for name in "$SCRATCH" "$WORK" "$PROJECT"; do
  if [ -n "$name" ] && [ "$(cd "$name" 2>/dev/null && pwd -P)" = "$real" ]; then no storage_root; fi
done
if [ -n "$4" ]; then case "$real/" in "$4"/*) no in_source;; esac; case "$4/" in "$real"/*) no holds_source;; esac; fi
if [ ! -e "$1" ]; then
  if [ "$3" = look ]; then printf 'new %s\n' "$real"; exit 0; fi
  mkdir -p -- "$1" || exit 3
fi
[ "$1" -ef "$real" ] || no changing
if mountpoint -q "$real" 2>/dev/null || [ "$(stat -c %d "$real")" != "$(stat -c %d "$real/..")" ]; then no mount_point; fi
if [ -L "$real/$2" ] || [ ! -f "$real/$2" ]; then
  names=$(ls -A "$real") || no unlisted
  if [ -n "$names" ]; then no not_ours "$2"; fi
  if [ "$3" = make ]; then printf 'Files here that the source has not are deleted by yard sync.\n' >"$real/$2" || exit 3; fi
fi
printf 'good %s\n' "$real"
