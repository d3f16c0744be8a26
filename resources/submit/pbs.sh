#!/bin/sh
# What submit_once.sh, which follows it in one file, needs of PBS (OpenPBS, PBS Professional). A held job waits as "PENDING
# JobHeldUser".
#
# The server is asked itself, also about jobs that are over where it keeps a history of them.

submit_seconds=300

# A login that is no shell of a person may not have them in its PATH.
if ! command -v qsub >/dev/null 2>&1; then
  PATH=$PATH:$(sed -n 's/^PBS_EXEC=//p' "${PBS_CONF_FILE:-/etc/pbs.conf}" 2>/dev/null | tail -n 1)/bin
fi

# What a shell inside another job has would become part of this one, and another prefix of directives would hide the script's own.
# Which server is asked remains the person's wish.
clean_environment() {
  for name in $(env | sed -n 's/^\(PBS_[A-Za-z0-9_]*\)=.*/\1/p'); do
    case $name in
      PBS_CONF_FILE | PBS_DEFAULT | PBS_SERVER) ;;
      *) unset "$name" ;;
    esac
  done
  unset YARD_UMASK_BEFORE
}

ask_pbs() { LC_ALL=C timeout -k 5 "$ask_seconds" "$@" </dev/null 2>"$folder/asked"; }

# A server without a history says so, with the exit code of success.
history=-x
ask_with_history() {
  program=$1
  shift
  if [ -n "$history" ]; then
    answer=$(ask_pbs "$program" -x "$@")
    code_of_question=$?
    if ! grep -q -i 'job history' "$folder/asked" 2>/dev/null; then
      printf '%s\n' "$answer"
      return "$code_of_question"
    fi
    history=
  fi
  ask_pbs "$program" "$@"
}

# Of what qstat -f prints, "ID STATE REASON" of this token's jobs, by their name or, where a site has renamed them, by their
# variable. Long values go on in lines that begin with a tab.
# shellcheck disable=SC2016 # awk's own words
own_jobs='
  function finish() {
    if (id != "" && (name == ENVIRON["TOKEN"] || index(variables ",", "TRAINYARD_TOKEN=" ENVIRON["TOKEN"] ",")))
      print id, (state ~ /^[QHWT]$/ ? "PENDING" : state ~ /^[FXM]$/ ? "ENDED" : "RUNNING"), (holds ~ /u/ ? "JobHeldUser" : "-")
    id = name = state = holds = variables = ""
  }
  function take(line) {
    if (line ~ /^Job Id: /) { finish(); id = substr(line, 9) }
    else if (line ~ /^ +Job_Name = /) name = value(line)
    else if (line ~ /^ +job_state = /) state = value(line)
    else if (line ~ /^ +Hold_Types = /) holds = value(line)
    else if (line ~ /^ +Variable_List = /) variables = value(line)
  }
  function value(line) { sub(/^ +[A-Za-z_]+ = /, "", line); return line }
  /^\t/ { whole = whole substr($0, 2); next }
  { take(whole); whole = $0 }
  END { take(whole); finish() }'

# describe ID...: fails when nobody answered; that the server knows no such job is an answer.
describe() {
  found=
  described=$(ask_with_history qstat -f "$@")
  code_of_question=$?
  if [ "$code_of_question" != 0 ] && ! grep -q -e 'Unknown Job Id' -e 'has finished' "$folder/asked"; then return 1; fi
  if grep -q -i -e 'cannot connect' -e 'authenticate' "$folder/asked"; then return 1; fi
  found=$(printf '%s\n' "$described" | TOKEN=$token awk "$own_jobs" | sort -u -n)
}

# Asks for this token's jobs: `found` is one line "ID STATE REASON" each, lowest id first. Fails when nobody answered.
look_up() {
  found=
  ids=$(ask_with_history qselect -u "$(id -un)" -N "$token") || return 1
  # shellcheck disable=SC2086 # one word each
  if [ -n "$ids" ]; then describe $ids; fi
}

# The same about one id, or thoroughly.
ask_server() {
  if [ "$#" -gt 0 ]; then
    describe "$1"
    return
  fi
  ids=$(ask_with_history qselect -u "$(id -un)") || return 1
  all=
  while [ -n "$ids" ]; do
    # shellcheck disable=SC2046 # one word each
    describe $(printf '%s\n' "$ids" | head -n 500) || return 1
    all=$(printf '%s\n%s\n' "$all" "$found" | sed '/^$/d')
    ids=$(printf '%s\n' "$ids" | tail -n +501)
  done
  found=$(printf '%s\n' "$all" | sort -u -n)
}

# A process of qsub for this token on this node. The brackets keep grep from finding itself.
submit_lives() {
  pattern="TRAINYARD_TOKEN[=]$(escaped)"
  grep -a -q -s -e "$pattern" /proc/[0-9]*/cmdline
}

# qsub's answer came from itself or from the server: the job was looked at and not taken. Its exit codes are the server's numbers,
# cut to a byte; what was killed has not refused.
is_definite() {
  case $code in '' | 0 | 124 | 137 | 143) return 1 ;; esac
  if ! grep -q '[^[:space:]]' "$folder/err" 2>/dev/null; then return 1; fi
  ! grep -q -i -e 'connect' -e 'connection' -e 'communication failure' -e 'authenticat' -e 'pbs_iff' -e 'timed out' -e 'end of file' \
    -e 'premature end' -e 'server shut' -e 'no server' -e 'resolve' -e 'cannot allocate memory' -e 'fork' -e 'try again' \
    -e 'system error' -e 'batch protocol' -e 'database' "$folder/err"
}

patience_of_server() { echo 30; }

# run_submit WORD...: from the run folder, which the job finds in PBS_O_WORKDIR.
run_submit() {
  (
    cd "$run" &&
      timeout -k 15 "$submit_seconds" qsub -h -N "$token" -v "TRAINYARD_TOKEN=$token" "$@"
  ) </dev/null >"$folder/out" 2>"$folder/err"
}

printed_ids() {
  sed -n 's/^\([0-9][0-9]*\(\[\]\)\{0,1\}[.][A-Za-z0-9._-]*\)[[:space:]]*$/\1/p' "$folder/out" | tail -n 20
}

remove_job() { timeout -k 5 "$ask_seconds" qdel "$1" </dev/null >/dev/null 2>&1; }
remove_waiting() { remove_job "$1"; }
release_job() { timeout -k 5 "$ask_seconds" qrls -h u "$1" </dev/null >"$folder/release" 2>&1; }

# job.sh makes its output file first of all.
has_output() {
  for output in "$folder"/output*; do
    if [ -e "$output" ]; then return 0; fi
  done
  return 1
}
