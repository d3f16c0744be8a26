# shellcheck shell=sh
# shellcheck disable=SC2088,SC2035  # ~ as it was typed; names follow --
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints a word, the path and, for what is missing, the nearest folder; then "type bytes time name"
# for each file; all zero-terminated.
p=$1
case $p in '' | '~') p=$HOME ;; '~/'*) p=$HOME${p#'~'} ;; /*) ;; *) p=$HOME/$p ;; esac
show() {
  for n do
    [ -e "$n" ] || [ -L "$n" ] || continue
    t=o; [ -f "$n" ] && t=f; [ -d "$n" ] && t=d; [ -L "$n" ] && t=l
    printf '%s %s %s\0' "$t" "$(stat -c '%s %Y' -- "$n" 2>/dev/null || echo 0 0)" "$n"
  done
}
if [ ! -e "$p" ]; then
  q=$p
  while [ ! -d "$q" ]; do q=$(dirname -- "$q"); done
  printf 'missing\0%s\0%s\0' "$p" "$q"
elif [ ! -d "$p" ]; then
  r=$(readlink -f -- "$p")
  if [ -r "$p" ]; then printf 'file\0%s\0' "$r"; else printf 'closed\0%s\0' "$p"; fi
  cd -- "$(dirname -- "$r")" && show "${r##*/}"
elif cd -- "$p" 2>/dev/null && [ -r . ]; then
  printf 'folder\0%s\0' "$(pwd)"
  if find . -maxdepth 0 -printf '' 2>/dev/null; then
    LC_ALL=C find . -mindepth 1 -maxdepth 1 -printf '%y %s %T@ %f\0' 2>/dev/null
  else
    show * .[!.]* ..?*
  fi | head -c 1048576
else
  printf 'closed\0%s\0' "$p"
fi
