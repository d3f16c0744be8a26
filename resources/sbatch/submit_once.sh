#!/bin/sh
# submit_once.sh RUN_FOLDER NUMBER TOKEN [--keep-held] WORD...
#
# Submits one job to Slurm exactly once. It runs on the login node, detached from whoever started it, so that a cut line or a
# closed lid changes nothing. It runs  sbatch --parsable --hold --job-name=TOKEN WORD... TOKEN  one time, finds out what became
# of it whatever sbatch said, and releases the job. A held job never runs, so one that was made by mistake does no harm.
#
# One file because it is sent to the login node as it is.
#
# One absence is no proof: many sites answer squeue from a snapshot. That a job does not exist is believed of the controller
# alone, which scontrol asks.
#
# May be started again for the same submission at any time, and should be when the journal has been silent for a minute: it
# does what is left to be done, or nothing. Start it with its streams in RUN_FOLDER/submission-NUMBER.log.
#
# RUN_FOLDER  has job.sh; the folder is absolute. A file named `cancel` in it keeps the job from being released; one named
#             `withdrawn-NUMBER` keeps sbatch from being run: whoever makes it and then finds no line `sbatch` in the journal
#             knows that this submission makes no job.
# NUMBER      which submission of the run, from 1
# TOKEN       the job's name: letters, digits, . _ - only (squeue cannot look for a comma). It is the last word of the job's
#             command, too: a site may give jobs other names.
# --keep-held the job is not released: its owner holds it
# WORD...     the rest of sbatch's command line, the job's script last but for its own words. The job's own output belongs into
#             RUN_FOLDER/submissions/NUMBER/output*.
#
# Exit codes: 0 the journal has its last word; 1 nothing could be done, with a sentence on stderr; 2 wrong arguments;
# 3 another process is at it, or the controller was silent for hours: start it again later.
#
# RUN_FOLDER/submissions/NUMBER/ is made by this script; making it is the claim. In it:
#   out, err   what sbatch said
#   journal    one entry a line, whole lines, flushed to the disk; times are Unix seconds; unknown words are to be skipped:
#     claimed TIME HOST PID BOOT_ID START_TICKS PID_NAMESPACE
#                                                 a process of this script has the submission; a later line: another took over
#     sbatch TIME                                 sbatch is being run: from here on a job may exist
#     said CODE                                   sbatch ended with this exit code (124, 137: it took too long)
#     job ID                                      the job (of an array: the array); it is held
#     releasing TIME                              from here on the job may run
#     released TIME                               the controller agreed to release it: done
#     kept TIME                                   the job stays held by its owner (--keep-held): done
#     refused TIME                                sbatch or the controller said no, in err; no job exists, nor will one: done
#     cancelled TIME                              the run was cancelled before the job was released; no job exists: done
#     lost TIME                                   no job exists and nobody refused it: sbatch did not reach the controller (what
#                                                 it said is in err), or the controller forgot the job before it ran: done, submit
#                                                 again under the next number. May also follow `released`.
set -u

sbatch_seconds=600  # sbatch itself tries again for two minutes
ask_seconds=120     # squeue and scontrol
silence_minutes=15  # after which a process on another login node counts as gone: longer than sbatch_seconds
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

# What a shell inside another job has would become part of this one; what the login itself sets (SLURM_MPI_TYPE, SLURM_HINT) is the
# site's or the person's wish. The person's SBATCH_* options stay, but for those that would make sbatch wait, make something else
# than one job here, or hide the job from the questions below.
if [ -n "${SLURM_JOB_ID:-}${SLURM_JOBID:-}" ]; then
  for name in $(env | sed -n 's/^\(SLURM_[A-Za-z0-9_]*\|SLURMD_[A-Za-z0-9_]*\)=.*/\1/p'); do
    case $name in
      SLURM_CONF | SLURM_CONF_SERVER | SLURM_JWT | SLURM_SACK_KEY | SLURM_SACK_JWKS) ;;
      *) unset "$name" ;;
    esac
  done
fi
for name in $(env | sed -n 's/^\(SQUEUE_[A-Z_]*\|SCONTROL_[A-Z_]*\|SCANCEL_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done
unset SBATCH_WAIT SBATCH_ARRAY_INX SBATCH_CLUSTERS SLURM_CLUSTERS SBATCH_JOB_NAME YARD_UMASK_BEFORE

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

# Asks squeue for this token's jobs: `found` is one line "ID STATE REASON" each, lowest id first. Fails when nobody answered. Where
# none has its name, those count whose command ends with it: a site's plugin may have renamed them. Slurm 24.11 prints commands
# without arguments: there it is the place of their output.
me=--me
if ! squeue --help 2>/dev/null | grep -q -e '--me'; then me=--user=$(id -un); fi
ask_queue() { timeout -k 5 "$ask_seconds" squeue "$me" -h "$@" </dev/null 2>/dev/null; }
look_up() {
  found=$(ask_queue -n "$token" -o '%F %T %r') || return 1
  found=$(printf '%s\n' "$found" | grep '^[0-9]' | sort -u -n)
  if [ -n "$found" ]; then return 0; fi
  found=$(ask_queue -o '%F %T %r|%o') || return 1
  found=$(printf '%s\n' "$found" | sed -n "s/^\([0-9][^|]*\)|.* $(escaped)\$/\1/p" | sort -u -n)
  if [ -n "$found" ]; then return 0; fi
  found=$(ask_queue -O 'ArrayJobID:24,State:24,Reason:64,STDOUT:1024') || return 1
  found=$(printf '%s\n' "$found" | grep -F -e " $folder/output" | cut -c1-112 | tr -s ' ' | sed 's/ $//' | sort -u -n)
  return 0
}

# Asks the controller itself, about all of the person's jobs or about one number: `found` as above, of this token's jobs alone, and
# of those that are over for as long as the controller remembers them. That it knows no job of a number is an answer, too.
# shellcheck disable=SC2016 # awk's own words
own_jobs='
  BEGIN { name = " JobName=" ENVIRON["TOKEN"] " "; word = " " ENVIRON["TOKEN"] " "; output = "=" ENVIRON["FOLDER"] "/output" }
  /^code [0-9]+$/ { code = $2; next }
  /[Ii]nvalid job id/ { is_unknown = 1 }
  !/^JobId=[0-9]/ || !index($0, ENVIRON["OWNER"]) { next }
  !index($0, name) && !index($0, word) && !index($0, output) { next }
  {
    id = $1; state = reason = "-"
    for (i = 2; i <= NF; ++i) {
      if ($i ~ /^(ArrayJobId|HetJobId|PackJobId)=[0-9]+$/) id = $i
      if ($i ~ /^JobState=/ && state == "-") state = $i
      if ($i ~ /^Reason=/ && reason == "-") reason = $i
    }
    sub(/^[A-Za-z]*=/, "", id); sub(/^JobState=/, "", state); sub(/^Reason=/, "", reason)
    print id, state, reason
  }
  END { exit !(code == 0 || is_unknown) }'
ask_controller() {
  found=$({
    timeout -k 5 "$ask_seconds" scontrol -o show job "$@" </dev/null 2>&1
    printf '\ncode %s\n' "$?"
  } | TOKEN=$token FOLDER=$folder OWNER="($(id -u)) GroupId=" awk "$own_jobs") || return 1
  found=$(printf '%s\n' "$found" | sort -u -n)
}
escaped() { printf '%s' "$token" | sed 's/\./[.]/g'; }
lowest() { printf '%s\n' "$found" | sed -n '1s/ .*//p'; }
has_found() { printf '%s\n' "$found" | grep -q "^$1 "; }

# A process of sbatch for this token on this node, also one whose starter was killed. The brackets keep grep from finding itself.
sbatch_lives() {
  pattern="-[-]job-name=$(escaped)"
  grep -a -q -s -e "$pattern" /proc/[0-9]*/cmdline
}

# sbatch's answer came from itself or from the controller: the job was looked at and not taken. Only Slurm's own last sentence
# counts, not what a site's plugin prints before it ("please contact the helpdesk"): it is one about the way to the controller, or
# of the system about a connection, or a refusal. Options that contradict each other sbatch refuses before it asks anybody; a
# site's wrapper may refuse in its own words and with a code of its own. What was killed has not refused.
is_definite() {
  [ "$code" = 255 ] && return 0
  case $code in '' | 0 | 124 | 12[89] | 1[3-9][0-9] | 2[0-9][0-9]) return 1 ;; esac
  verdict=$(sed -n 's/^.*submission failed: //p' "$folder/err" 2>/dev/null | tail -n 1)
  if [ -z "$verdict" ]; then verdict=$(sed -n 's/^sbatch: \(error\|fatal\): *//p' "$folder/err" 2>/dev/null | tail -n 1); fi
  if [ -z "$verdict" ]; then verdict=$(grep -v '^[[:space:]]*$' "$folder/err" 2>/dev/null | tail -n 1); fi
  [ -n "$verdict" ] || return 1
  ! printf '%s\n' "$verdict" | grep -q -i -e '^unable to contact slurm' -e '^socket timed out' -e '^zero bytes were transmitted' \
    -e '^unexpected \(message received\|missing socket\)' -e '^insane message length' -e '^communication [a-z]* failure' -e '^message [a-z]* failure' \
    -e '^protocol authentication error' -e 'authentication credential' -e '^incompatible versions' -e 'backup controller' \
    -e '^i/o error' -e '^header lengths are longer' -e '^connection [a-z]* *\(refused\|reset\|timed out\|closed\)' \
    -e '^transport endpoint' -e '^network is \(unreachable\|down\)' -e '^no route to host' -e '^broken pipe' \
    -e '^interrupted system call' -e '^operation now in progress' -e 'temporarily una' -e '^rate limit exceeded' \
    -e 'configuration source' -e 'fetch.*config' -e 'establish controller' -e 'munge' -e 'slurm_\(send\|receive\|open\|load\|persist\)' \
    -e 'resolve' -e 'gethostbyname' -e 'getaddrinfo' -e '^connect' -e 'slurmctld' -e 'cannot allocate memory' -e 'fork:' -e 'try again'
}

# Others than the lowest under this token are not needed and never ran.
drop_others() {
  for other in $(printf '%s\n' "$found" | sed 's/ .*//'); do
    if [ "$other" != "$job" ]; then timeout -k 5 "$ask_seconds" scancel -t PENDING "$other" </dev/null >/dev/null 2>&1; fi
  done
}

# After an sbatch that named no job: finds it, or knows that there is none. The controller may have taken a request from which
# the client has turned away, so "no such job" counts only when it is said again later; and an sbatch that was started where
# its process cannot be seen may still be at it.
resolve() {
  ended=$(now)
  if [ "$was_far" = yes ] && ! has said; then ended=$(($(last_of sbatch) + sbatch_seconds + 15)); fi
  first=
  patience=
  while :; do
    if look_up; then
      job=$(lowest)
      if [ -z "$job" ] && is_definite && ask_controller; then
        job=$(lowest)
        if [ -z "$job" ]; then finish refused; fi
      fi
      : "${first:=$(now)}"
      if [ -z "$patience" ]; then
        patience=$(timeout -k 5 "$ask_seconds" scontrol show config </dev/null 2>/dev/null | sed -n 's/^MessageTimeout *= *\([0-9][0-9]*\).*/\1/p')
      fi
      if [ -z "$job" ] && [ -n "$patience" ] && [ "$(now)" -ge "$((ended + 2 * patience))" ] && [ "$(now)" -ge "$((first + patience))" ] &&
        ask_controller; then
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

run_sbatch() {
  if [ -e "$run/cancel" ]; then finish cancelled; fi
  give_way
  note "sbatch $(now)"
  # In this order: who withdraws makes his mark first and reads the journal then.
  if [ -e "$run/withdrawn-$number" ]; then finish refused; fi
  timeout -k 15 "$sbatch_seconds" sbatch --parsable --hold "--job-name=$token" "$@" "$token" </dev/null >"$folder/out" 2>"$folder/err"
  code=$?
  note "said $code"
}

# Sets `job`, or ends.
submit() {
  job=$(last_of job)
  if [ -n "$job" ]; then return; fi
  if has sbatch; then
    while sbatch_lives; do rest; done
    code=$(last_of said)
  else
    run_sbatch "$@"
  fi
  give_way
  # A site's wrapper may print other numbers, before and after the id: which is the job's the controller knows.
  if [ "$code" = 0 ]; then
    for id in $(sed -n 's/^\([0-9][0-9]*\)\(;.*\)\{0,1\}$/\1/p' "$folder/out" | tail -n 20); do
      if ask_controller "$id" && has_found "$id"; then job=$id; fi
    done
  fi
  if [ -z "$job" ]; then resolve; fi
  give_way
  note "job $job"
}

# Slurm makes the job's output file first of all.
has_output() {
  for output in "$folder"/output*; do
    if [ -e "$output" ]; then return 0; fi
  done
  return 1
}
is_pending() { printf '%s\n' "$found" | grep -q "^$job PENDING "; }

# Ends the held job, and returns when it is over. Its number may have become another's.
drop() {
  while :; do
    if ask_controller "$job"; then
      if ! is_pending; then return; fi
      timeout -k 5 "$ask_seconds" scancel "$job" </dev/null >/dev/null 2>&1
      if ask_controller "$job" && ! is_pending; then return; fi
    fi
    rest
  done
}

# Ends all that waits under this token.
remove_all() {
  until ask_controller; do rest; done
  for job in $(printf '%s\n' "$found" | sed -n 's/ PENDING .*//p' | sort -u); do drop; done
}

release_once() { timeout -k 5 "$ask_seconds" scontrol release "$job" </dev/null >"$folder/release" 2>&1; }

# For a release that failed or of which nobody knows. Returns when the job is released, or over by itself.
release_carefully() {
  refusals=0
  absences=0
  while :; do
    still_mine || give_way
    if ask_controller "$job"; then
      if is_pending; then
        absences=0
        if [ -e "$run/cancel" ]; then
          drop
          finish cancelled
        fi
        if release_once; then return; fi
        if ask_controller "$job" && has_found "$job" && ! is_pending; then return; fi
        refusals=$((refusals + 1))
        if [ "$refusals" -ge 6 ]; then
          cat "$folder/release" >>"$folder/err"
          drop
          finish refused
        fi
      elif has_found "$job" || has_output; then
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
  until ask_controller "$job"; do rest; done
  if [ -e "$run/cancel" ]; then return; fi
  if printf '%s\n' "$found" | grep -q "^$job PENDING JobHeldUser"; then
    if [ "$keeps_held" = no ]; then release_carefully; fi
  elif ! has_found "$job" && ! has_output; then
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
if [ "$taken_over" = yes ] || ! release_once; then release_carefully; fi
note "released $(now)"
check_again
exit 0
