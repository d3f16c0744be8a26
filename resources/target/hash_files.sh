# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints a line for each file below a folder, as sha256sum does: its digest, two spaces, its path. A
# file of 16 MiB and more has "size:" and its bytes instead: reading it would take too long.
cd -- "$1" 2>/dev/null || exit 3
{
  find . -type f -size -32768 -print0 | xargs -0 sha256sum --
  find . -type f -size +32767 -printf 'size:%s  %p\n'
} 2>/dev/null | head -c 2097152
