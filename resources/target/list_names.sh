# shellcheck shell=sh
# shellcheck disable=SC2088,SC2035  # ~ as it was typed; names are compared before they are used
# SPDX-License-Identifier: GPL-3.0-or-later
# $1: folder, $2: the prefix as a pattern for find, $3: the prefix, $4: "yes" to include hidden
# names. Prints a word and, for a folder, "type bytes name", each zero-terminated; output over 1
# MiB is truncated. If find lacks -printf, only names are listed, by the shell.
p=$1
case $p in '~' | '~/'*) p=$HOME${p#'~'} ;; esac
[ -e "$p" ] || { printf 'missing\0'; exit 0; }
[ -d "$p" ] || { printf 'other\0'; exit 0; }
{ cd -- "$p" 2>/dev/null && [ -r . ]; } || { printf 'closed\0'; exit 0; }
printf 'folder\0'
show() {
  seen=0
  for n do
    case $n in "$q"*) ;; *) continue ;; esac
    [ -e "$n" ] || [ -L "$n" ] || continue
    t=o; [ -f "$n" ] && t=f; [ -d "$n" ] && t=d
    printf '%s %s %s\0' "$t" "$(stat -L -c %s -- "$n" 2>/dev/null || echo 0)" "$n"
    seen=$((seen + 1)); [ "$seen" -le 400 ] || break
  done
}
q=$3
if find . -maxdepth 0 -printf '' 2>/dev/null; then
  if [ "$4" = yes ]; then
    LC_ALL=C find -L . -mindepth 1 -maxdepth 1 -name "$2" -printf '%y %s %f\0' 2>/dev/null
  else
    LC_ALL=C find -L . -mindepth 1 -maxdepth 1 -name "$2" ! -name '.*' -printf '%y %s %f\0' 2>/dev/null
  fi
elif [ "$4" = yes ]; then show .[!.]* ..?*
else show *
fi | head -c 1048576
