#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# foreign_packages.sh ARCHITECTURE FOLDER PACKAGE...: unpacks Debian packages of another architecture into FOLDER/sysroot, with what
# apt needs for that in FOLDER too, so that the system itself does not learn of the architecture.
set -euo pipefail
architecture=$1 folder=$2
shift 2
mkdir -p "$folder"/{lists,cache/archives}/partial "$folder"/{debs,sysroot}
apt=(apt-get -qq -o "APT::Architecture=$architecture" -o "APT::Architectures=$architecture" -o "Dir::State::lists=$folder/lists"
  -o "Dir::Cache=$folder/cache" -o Dir::State::status=/dev/null -o Debug::NoLocking=1 -o APT::Sandbox::User=root)
"${apt[@]}" update
cd "$folder/debs"
"${apt[@]}" download "$@"
for package in *.deb; do dpkg-deb --extract "$package" "$folder/sysroot"; done
