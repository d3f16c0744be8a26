#!/bin/sh
# cluster_state.sh COLUMNS [USER]
#
# Run on a login node: prints what its Slurm has and who waits for it, one line a question, "NAME EXIT_CODE BASE64". COLUMNS are
# those of squeue -O. With USER also that person's accounts and classes of service, which accounting is asked for.
set -u
export LC_ALL=C SLURM_TIME_FORMAT=%s
unset SLURM_CLUSTERS SLURM_BITSTR_LEN SQUEUE_PARTITION SQUEUE_NAMES SQUEUE_ACCOUNT SQUEUE_USERS SQUEUE_QOS SQUEUE_LICENSES \
  SQUEUE_STATES SQUEUE_FORMAT SQUEUE_FORMAT2 SQUEUE_SORT SQUEUE_FEDERATION SQUEUE_LOCAL SQUEUE_ARRAY SQUEUE_ALL
columns=$1
user=${2:-}

bounded() {
  if command -v timeout >/dev/null 2>&1; then timeout -k 5 60 "$@"; else "$@"; fi
}
# say NAME COMMAND...: what the command prints; both streams when it fails.
said=$(mktemp 2>/dev/null) || said=/dev/null
trap 'if [ -f "$said" ]; then rm -f "$said"; fi' EXIT
say() {
  name=$1
  shift
  text=$(bounded "$@" </dev/null 2>"$said")
  code=$?
  if [ "$code" -ne 0 ]; then text=$text$(cat "$said"); fi
  printf '%s %s %s\n' "$name" "$code" "$(printf '%s\n' "$text" | base64 | tr -d '\n')"
}

say partitions scontrol show partition -o
# Where nobody answers, each further question would only wait as long again.
if [ "$code" -ne 0 ]; then exit 0; fi
say nodes scontrol -d show node -o
say reservations scontrol show reservation -o
say queue squeue -h -O "$columns"
# Where the scheduler plans one's own jobs; of all, the controller would answer a second long question.
say planned squeue -h -t PENDING -u "$(id -un)" -O "JobArrayID:$(printf '\037'),SchedNodes:"
if [ -n "$user" ]; then
  say associations sacctmgr -nP show assoc "user=$user" format=account,qos
  say classes sacctmgr -nP show qos format=Name,Priority,MaxWall,MaxTRESPU,MaxJobsPU
fi
