# shellcheck shell=sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs "$@" as sh does, in a login shell where there is one that takes it: proxies and indexes are often set by the
# start files of a login, as `module` is.
case ${SHELL##*/} in
bash | dash | ksh | ksh93 | mksh | sh | zsh) exec "$SHELL" -l -c '"$@"' yard sh -c "$@" ;;
esac
exec sh -c "$@"
