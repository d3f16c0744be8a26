# shellcheck shell=sh
# shellcheck disable=SC2088  # ~ as it was typed
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints a line for each path: "kind files bytes more".
began=$(date +%s)
limit=
for p do
  case $p in '~' | '~/'*) p=$HOME${p#'~'} ;; esac
  if [ ! -e "$p" ]; then echo 'missing 0 0 0'
  elif [ ! -r "$p" ]; then echo 'closed 0 0 0'
  elif [ -f "$p" ]; then echo "file 1 $(stat -L -c %s -- "$p" 2>/dev/null || echo 0) 0"
  elif [ ! -d "$p" ]; then echo 'other 0 0 0'
  elif [ ! -x "$p" ]; then echo 'closed 0 0 0'
  else
    left=$((8 + began - $(date +%s)))
    if [ "$left" -lt 1 ]; then echo 'folder 0 0 1'; continue; fi
    command -v timeout >/dev/null 2>&1 && limit="timeout $left"
    if find . -maxdepth 0 -printf '' 2>/dev/null; then
      $limit find -L "$p" -type f -printf '%s\n' 2>/dev/null; echo "end $?"
    else
      $limit find -L "$p" -type f -exec stat -L -c %s {} + 2>/dev/null; echo "end $?"
    fi | awk '
      $1 == "end" { more = $2 != 0; next }
      n == 100000 { more = 1; exit }
      { n++; bytes += $1 }
      END { printf "folder %d %.0f %d\n", n, bytes, more }'
  fi
done
