#!/bin/bash -l
# The job of a target's check: writes what a node has into FOLDER/node, one "key=value" a line, and waits a little so that a
# connection to it can be tried. Its first argument is FOLDER, on the target's base.
folder=$1
file=$folder/node
note() { printf '%s=%s\n' "$1" "$2" >>"$file.part"; }

rm -f "$file.part"
note node "${SLURMD_NODENAME:-$(uname -n)}"
note kernel "$(uname -r)"
note glibc "$(getconf GNU_LIBC_VERSION 2>/dev/null | sed 's/^glibc //')"
if command -v nvidia-smi >/dev/null 2>&1; then
  note driver "$(timeout 20 nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | head -n 1)"
  timeout 20 nvidia-smi --query-gpu=name,compute_cap --format=csv,noheader 2>/dev/null | sed 's/, / /' | while IFS= read -r gpu; do note gpu "$gpu"; done
fi
if type module >/dev/null 2>&1; then note modules yes; else note modules no; fi
if [ -f "$folder/job.sh" ]; then note sees yes; else note sees no; fi
if printf x >"$folder/probe" 2>/dev/null; then note writes yes; else note writes no; fi
note requeue "$(scontrol show job -o "${SLURM_JOB_ID:-0}" 2>/dev/null | sed -n 's/.* Requeue=\([01]\).*/\1/p')"

# A port that says one word, where there is a Python for it.
if command -v python3 >/dev/null 2>&1; then
  address=$(scontrol show node "${SLURMD_NODENAME:-}" 2>/dev/null | sed -n 's/.*NodeAddr=\([^ ]*\).*/\1/p')
  timeout 90 python3 -c '
import socket, sys
listener = socket.socket()
listener.bind(("", 0))
listener.listen()
print(listener.getsockname()[1], flush=True)
while True:
    connection = listener.accept()[0]
    connection.sendall(b"trainyard\n")
    connection.close()
' >"$folder/port" 2>/dev/null &
  listener=$!
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    if [ -s "$folder/port" ]; then break; fi
    sleep 0.2
  done
  note port "$(cat "$folder/port" 2>/dev/null)"
  resolved=$(getent hosts "${address:-$(uname -n)}" 2>/dev/null | sed -n '1s/ .*//p')
  note address "${resolved:-$address}"
fi
mv "$file.part" "$file"
for ((second = 0; second < 60; second++)); do
  if [ -e "$folder/seen" ]; then break; fi
  sleep 1
done
if [ -n "${listener:-}" ]; then kill "$listener" 2>/dev/null; fi
exit 0
