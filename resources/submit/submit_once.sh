#!/bin/sh
# submit_once.sh RUN_FOLDER NUMBER TOKEN [--keep-held] WORD...
#
# Submits one job exactly once. It runs on the login node, detached from whoever started it, so that a cut line or a closed lid
# changes nothing. It submits a held job of the name TOKEN one time, finds out what became of that whatever the scheduler's
# program said, and releases the job. A held job never runs, so one that was made by mistake does no harm.
#
# What it needs of a scheduler are the functions of slurm.sh or pbs.sh, which comes before it in the one file that is sent to the
# login node.
#
# May be started again for the same submission at any time, and should be when the journal has been silent for a minute: it
# does what is left to be done, or nothing. Start it with its streams in RUN_FOLDER/submission-NUMBER.log.
#
# RUN_FOLDER  has job.sh; the folder is absolute. A file named `cancel` in it keeps the job from being released; one named
#             `withdrawn-NUMBER` keeps the job from being submitted: whoever makes it and then finds no line `sbatch` in the journal
#             knows that this submission makes no job.
# NUMBER      which submission of the run, from 1
# TOKEN       the job's name: letters, digits, . _ - only (squeue cannot look for a comma)
# --keep-held the job is not released: its owner holds it
# WORD...     the rest of the scheduler's command line, the job's script last but for its own words. The job's own output belongs into
#             RUN_FOLDER/submissions/NUMBER/output*.
#
# Exit codes: 0 the journal has its last word; 1 nothing could be done, with a sentence on stderr; 2 wrong arguments;
# 3 another process is at it, or the server was silent for hours: start it again later.
#
# RUN_FOLDER/submissions/NUMBER/ is made by this script; making it is the claim. In it:
#   out, err   what the program that submits printed
#   journal    one entry a line, whole lines, flushed to the disk; times are Unix seconds; unknown words are to be skipped:
#     claimed TIME HOST PID BOOT_ID START_TICKS PID_NAMESPACE
#                                                 a process of this script has the submission; a later line: another took over
#     sbatch TIME                                 the job is being submitted: from here on a job may exist
#     said CODE                                   that program ended with this exit code (124, 137: it took too long)
#     job ID                                      the job (of an array: the array); it is held
#     releasing TIME                              from here on the job may run
#     released TIME                               the server agreed to release it: done
#     kept TIME                                   the job stays held by its owner (--keep-held): done
#     refused TIME                                it or the server said no, in err; no job exists, nor will one: done
#     cancelled TIME                              the run was cancelled before the job was released; no job exists: done
#     lost TIME                                   no job exists and nobody refused it: the server was not reached (what was
#                                                 printed is in err), or the server forgot the job before it ran: done, submit
#                                                 again under the next number. May also follow `released`.
set -u

ask_seconds=120      # each question
silence_minutes=15  # after which a process on another login node counts as gone: longer than submit_seconds
patience_seconds=21600

complain() { printf 'submit_once.sh: %s\n' "$1" >&2; }

if [ "$#" -lt 4 ]; then
  complain 'usage: submit_once.sh RUN_FOLDER NUMBER TOKEN [--keep-held] WORD...'
  exit 2
fi
run=$1
number=$2
token=$3
shift 3
keeps_held=no
if [ "$1" = --keep-held ]; then
  keeps_held=yes
  shift
fi
case $number in '' | *[!0-9]*) complain "NUMBER is a number, not '$number'" && exit 2 ;; esac
case $token in '' | *[!A-Za-z0-9._-]*) complain "TOKEN has other characters than letters, digits, . _ -" && exit 2 ;; esac
folder=$run/submissions/$number
journal=$folder/journal
trap '' HUP INT QUIT
clean_environment

now() { date +%s; }

# Adds one line. What cannot be written must not be acted upon.
note() {
  # A line that was cut by a full disk stays a line of its own.
  if [ -s "$journal" ] && [ -n "$(tail -c 1 "$journal")" ]; then printf '\n' >>"$journal"; fi
  printf '%s\n' "$1" | dd of="$journal" oflag=append conv=notrunc,fsync 2>/dev/null ||
    printf '%s\n' "$1" >>"$journal" || {
    complain "$journal could not be written; free space or quota may be used up"
    exit 1
  }
}

finish() {
  note "$1 $(now)"
  exit 0
}

has() { grep -q "^$1 " "$journal" 2>/dev/null; }
last_of() { sed -n "s/^$1 //p" "$journal" 2>/dev/null | tail -n 1; }

# When the process began, in clock ticks since the node started; nothing if there is none, or it is dead and not yet buried.
start_ticks() { sed -n '/) [ZX] /!s/.*) //p' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 20; }
boot_id() { cat /proc/sys/kernel/random/boot_id 2>/dev/null || printf 'unknown'; }
# Login nodes may be containers that share a kernel, and then its boot id: there a number means another process.
pid_namespace() { readlink /proc/self/ns/pid 2>/dev/null || printf 'unknown'; }
is_older() { [ -n "$(find "$1" -prune -mmin "+$2" 2>/dev/null)" ]; }

# is_near TIME HOST PID BOOT_ID START_TICKS PID_NAMESPACE: whether the processes of the holder's computer are seen from here.
is_near() { [ "$2" = "$(uname -n)" ] && [ "$4" = "$(boot_id)" ] && [ "${6:-unknown}" = "$(pid_namespace)" ]; }

# holder_is_alive TIME HOST PID BOOT_ID START_TICKS PID_NAMESPACE
holder_is_alive() {
  if is_near "$@"; then
    [ "$(start_ticks "$3")" = "$5" ]
  elif [ "$2" = "$(uname -n)" ] && [ "$4" != "$(boot_id)" ]; then
    return 1
  else
    ! is_older "$journal" "$silence_minutes"
  fi
}

# Makes this process the only one that works on the submission, or ends it.
claim() {
  # A run folder that was removed meanwhile does not come back.
  if ! mkdir "$run/submissions" 2>/dev/null && [ ! -d "$run/submissions" ]; then
    complain "$run/submissions could not be made; check permissions, free space and quota"
    exit 1
  fi
  if ! mkdir "$folder" 2>/dev/null; then
    if [ ! -d "$folder" ]; then
      complain "$folder could not be made; check permissions, free space and quota"
      exit 1
    fi
    if has_last_word; then exit 0; fi
    claims=1
    newest=$folder
    while [ -d "$folder/claim-$((claims + 1))" ]; do
      claims=$((claims + 1))
      newest=$folder/claim-$claims
    done
    if [ "$(grep -c '^claimed ' "$journal" 2>/dev/null)" -lt "$claims" ] 2>/dev/null || [ ! -e "$journal" ]; then
      # Somebody made the claim and has not put his name down: either just now, or never.
      is_older "$newest" 1 || exit 3
    else
      # shellcheck disable=SC2046
      if holder_is_alive $(last_of claimed); then exit 3; fi
      # shellcheck disable=SC2046
      is_near $(last_of claimed) || was_far=yes
    fi
    mkdir "$folder/claim-$((claims + 1))" 2>/dev/null || exit 3
  fi
  mine="$(now) $(uname -n) $$ $(boot_id) $(start_ticks $$) $(pid_namespace)"
  note "claimed $mine"
}
was_far=no # whether an earlier holder's sbatch may still run where it cannot be seen

still_mine() { [ "$(last_of claimed)" = "$mine" ]; }
has_last_word() { has released || has kept || has refused || has cancelled || has lost; }

# Before each step that cannot be taken back. This process may have been stopped, or its computer, so long that another took over.
# If that one has said that this submission makes no job, what was made here is removed; else the rest is the other's.
give_way() {
  if still_mine && ! has_last_word; then return; fi
  if has refused || has cancelled || has lost; then remove_all; fi
  exit 3
}

# Waits a little longer each time; shows others that it is alive; gives up in the end, and when its folder was removed: nobody
# would read what it finds out, and a held job never runs.
pause=1
began=$(now)
rest() {
  if [ ! -d "$folder" ]; then
    complain "$folder was removed"
    exit 1
  fi
  touch "$journal" 2>/dev/null
  if [ "$(($(now) - began))" -gt "$patience_seconds" ]; then exit 3; fi
  sleep "$pause"
  if [ "$pause" -lt 16 ]; then pause=$((pause * 2)); fi
}

escaped() { printf '%s' "$token" | sed 's/\./[.]/g'; }
lowest() { printf '%s\n' "$found" | sed -n '1s/ .*//p'; }
# is_found ID [STATE [REASON]]
is_found() { printf '%s\n' "$found" | ID=$1 STATE=${2:-} REASON=${3:-} awk '
  $1 == ENVIRON["ID"] && (ENVIRON["STATE"] == "" || $2 == ENVIRON["STATE"]) && (ENVIRON["REASON"] == "" || $3 == ENVIRON["REASON"]) { is = 1 }
  END { exit !is }'; }

# Others than the lowest under this token are not needed and never ran.
drop_others() {
  for other in $(printf '%s\n' "$found" | sed 's/ .*//'); do
    if [ "$other" != "$job" ]; then remove_waiting "$other"; fi
  done
}

# After a submission that named no job: finds it, or knows that there is none. The controller may have taken a request from which
# the client has turned away, so "no such job" counts only when it is said again later; and one that was started where
# its process cannot be seen may still be at it.
resolve() {
  ended=$(now)
  if [ "$was_far" = yes ] && ! has said; then ended=$(($(last_of sbatch) + submit_seconds + 15)); fi
  first=
  patience=
  while :; do
    if look_up; then
      job=$(lowest)
      if [ -z "$job" ] && is_definite && ask_server; then
        job=$(lowest)
        if [ -z "$job" ]; then finish refused; fi
      fi
      : "${first:=$(now)}"
      if [ -z "$patience" ]; then
        patience=$(patience_of_server)
      fi
      if [ -z "$job" ] && [ -n "$patience" ] && [ "$(now)" -ge "$((ended + 2 * patience))" ] && [ "$(now)" -ge "$((first + patience))" ] &&
        ask_server; then
        job=$(lowest)
        if [ -z "$job" ]; then
          give_way
          finish lost
        fi
      fi
      if [ -n "$job" ]; then
        drop_others
        return
      fi
    fi
    rest
  done
}

submit_first() {
  if [ -e "$run/cancel" ]; then finish cancelled; fi
  give_way
  note "sbatch $(now)"
  # In this order: who withdraws makes his mark first and reads the journal then.
  if [ -e "$run/withdrawn-$number" ]; then finish refused; fi
  run_submit "$@"
  code=$?
  note "said $code"
}

# Sets `job`, or ends.
submit() {
  job=$(last_of job)
  if [ -n "$job" ]; then return; fi
  if has sbatch; then
    while submit_lives; do rest; done
    code=$(last_of said)
  else
    submit_first "$@"
  fi
  give_way
  # Which of the printed ones is the job's the server knows.
  if [ "$code" = 0 ]; then
    for id in $(printed_ids); do
      if ask_server "$id" && is_found "$id"; then job=$id; fi
    done
  fi
  if [ -z "$job" ]; then resolve; fi
  give_way
  note "job $job"
}

is_pending() { is_found "$job" PENDING; }

# Ends the held job, and returns when it is over. Its number may have become another's.
drop() {
  while :; do
    if ask_server "$job"; then
      if ! is_pending; then return; fi
      remove_job "$job"
      if ask_server "$job" && ! is_pending; then return; fi
    fi
    rest
  done
}

# Ends all that waits under this token.
remove_all() {
  until ask_server; do rest; done
  for job in $(printf '%s\n' "$found" | sed -n 's/ PENDING .*//p' | sort -u); do drop; done
}

# For a release that failed or of which nobody knows. Returns when the job is released, or over by itself.
release_carefully() {
  refusals=0
  absences=0
  while :; do
    still_mine || give_way
    if ask_server "$job"; then
      if is_pending; then
        absences=0
        if [ -e "$run/cancel" ]; then
          drop
          finish cancelled
        fi
        if release_job "$job"; then return; fi
        if ask_server "$job" && is_found "$job" && ! is_pending; then return; fi
        refusals=$((refusals + 1))
        if [ "$refusals" -ge 6 ]; then
          cat "$folder/release" >>"$folder/err"
          drop
          finish refused
        fi
      elif is_found "$job" || has_output; then
        return
      else
        absences=$((absences + 1))
        if [ "$absences" -ge 2 ]; then finish lost; fi
      fi
    fi
    rest
  done
}

# The controller writes its state down some seconds later; killed before that, it knows nothing of the release, or of the job.
check_again() {
  sleep 8
  until ask_server "$job"; do rest; done
  if [ -e "$run/cancel" ]; then return; fi
  if is_found "$job" PENDING JobHeldUser; then
    if [ "$keeps_held" = no ]; then release_carefully; fi
  elif ! is_found "$job" && ! has_output; then
    note "lost $(now)"
  fi
}

if [ -e "$run/withdrawn-$number" ]; then
  complain 'the submission was withdrawn'
  exit 1
fi
claim
taken_over=no
if has sbatch; then taken_over=yes; fi
submit "$@"
if [ "$keeps_held" = yes ]; then
  if [ -e "$run/cancel" ]; then
    drop
    finish cancelled
  fi
  note "kept $(now)"
  check_again
  exit 0
fi
if ! has releasing; then
  if [ -e "$run/cancel" ]; then
    drop
    finish cancelled
  fi
  note "releasing $(now)"
fi
if [ "$taken_over" = yes ] || ! release_job "$job"; then release_carefully; fi
note "released $(now)"
check_again
exit 0
