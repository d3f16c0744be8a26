#!/bin/sh
# What submit_once.sh, which follows it in one file, needs of Slurm. A held job waits as "PENDING JobHeldUser".
#
# One absence is no proof: many sites answer squeue from a snapshot. That a job does not exist is believed of the controller
# alone, which scontrol asks.

submit_seconds=600 # sbatch itself tries again for two minutes

clean_environment() {
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
ask_server() {
  found=$({
    timeout -k 5 "$ask_seconds" scontrol -o show job "$@" </dev/null 2>&1
    printf '\ncode %s\n' "$?"
  } | TOKEN=$token FOLDER=$folder OWNER="($(id -u)) GroupId=" awk "$own_jobs") || return 1
  found=$(printf '%s\n' "$found" | sort -u -n)
}
# A process of sbatch for this token on this node, also one whose starter was killed. The brackets keep grep from finding itself.
submit_lives() {
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

# How long a client waits for the controller; nothing when it does not say.
patience_of_server() {
  timeout -k 5 "$ask_seconds" scontrol show config </dev/null 2>/dev/null | sed -n 's/^MessageTimeout *= *\([0-9][0-9]*\).*/\1/p'
}

# run_submit WORD...: the exit code is sbatch's.
run_submit() {
  timeout -k 15 "$submit_seconds" sbatch --parsable --hold "--job-name=$token" "$@" "$token" </dev/null >"$folder/out" 2>"$folder/err"
}

# A site's wrapper may print other numbers, before and after the id.
printed_ids() { sed -n 's/^\([0-9][0-9]*\)\(;.*\)\{0,1\}$/\1/p' "$folder/out" | tail -n 20; }

# Only while it waits.
remove_waiting() { timeout -k 5 "$ask_seconds" scancel -t PENDING "$1" </dev/null >/dev/null 2>&1; }
remove_job() { timeout -k 5 "$ask_seconds" scancel "$1" </dev/null >/dev/null 2>&1; }
release_job() { timeout -k 5 "$ask_seconds" scontrol release "$1" </dev/null >"$folder/release" 2>&1; }

# Slurm makes the job's output file first of all.
has_output() {
  for output in "$folder"/output*; do
    if [ -e "$output" ]; then return 0; fi
  done
  return 1
}
