#!/bin/sh
# What learn.sh, which comes before it in one file, asks PBS. A login that is no shell of a person may not have its programs in PATH.
if ! command -v qstat >/dev/null 2>&1; then
  PATH=$PATH:$(sed -n 's/^PBS_EXEC=//p' "${PBS_CONF_FILE:-/etc/pbs.conf}" 2>/dev/null | tail -n 1)/bin
fi
say pbs.version qstat --version
if [ "$code" -eq 0 ]; then
  say pbs.server qstat -B -f -F json
  # Where nobody answers, each further question would only wait as long again.
  if [ "$code" -eq 0 ]; then
    say pbs.queues qstat -Q -f -F json
    say pbs.nodes pbsnodes -a -F json
  fi
fi
