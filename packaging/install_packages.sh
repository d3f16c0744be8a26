#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# install_packages.sh PACKAGE...: as root, installs them with apt-get and neither starts nor enables a service that they bring.
# What it puts in the way of services is taken back at every end, also after a run that was killed.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive

policy=/usr/sbin/policy-rc.d                                  # asked by invoke-rc.d before a service is started
kept=$policy.before-trainyard                                 # the system's own, where there is one
preset=/etc/systemd/system-preset/00-trainyard-install.preset # asked by systemctl before a service is enabled
mark='written by Trainyard for the time of one installation'

boot_links() { find /etc/rc2.d /etc/rc3.d -name 'S*' -printf '%f\n' 2>/dev/null | sed 's/^S[0-9]*//' | sort -u; }

restore() {
  if grep -qs "$mark" "$policy"; then rm -f -- "$policy"; fi
  if [ -e "$kept" ]; then mv -f -- "$kept" "$policy"; fi
  rm -f -- "$preset"
  rmdir --ignore-fail-on-non-empty -- "${preset%/*}" 2>/dev/null || true
}

restore
trap restore EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
before=$(boot_links)
if [ -e "$policy" ]; then mv -- "$policy" "$kept"; fi
printf '#!/bin/sh\n# %s\nexit 101\n' "$mark" >"$policy"
chmod 755 "$policy"
mkdir -p "${preset%/*}"
printf '# %s\ndisable *\n' "$mark" >"$preset"

apt-get install -qy --no-install-recommends "$@"

# Systems that boot by these links, without systemd.
while IFS= read -r name; do
  [ -z "$name" ] || update-rc.d "$name" disable
done < <(comm -13 <(printf '%s\n' "$before") <(boot_links))
