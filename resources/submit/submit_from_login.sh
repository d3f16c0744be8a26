#!/bin/sh
# submit_from_login.sh LOG SUBMIT_ONCE RUN_FOLDER NUMBER TOKEN WORD...
#
# Runs SUBMIT_ONCE RUN_FOLDER NUMBER ... with the environment and umask of a login, as sbatch finds them when a person types
# it: a job script gets them from there. Where the login shell's start files end or hang, it goes on without them: the
# submission is claimed once, whoever comes to it. LOG takes what SUBMIT_ONCE says, and nothing that start files print.
set -u

log=$1
shift
umask "${YARD_UMASK_BEFORE:-$(umask)}"
unset YARD_UMASK_BEFORE

case ${SHELL##*/} in
  bash | dash | ksh | ksh93 | mksh | sh | zsh)
    # shellcheck disable=SC2016 # the login shell's own words
    "$SHELL" -l -c 'log=$1; shift; exec sh "$@" >>"$log" 2>&1' login "$log" "$@" </dev/null >/dev/null 2>&1 &
    seconds=0
    while kill -0 "$!" 2>/dev/null && [ ! -d "$2/submissions/$3" ] && [ "$seconds" -lt 20 ]; do
      sleep 1
      seconds=$((seconds + 1))
    done
    if [ -d "$2/submissions/$3" ]; then exit 0; fi
    ;;
esac
exec sh "$@" >>"$log" 2>&1
