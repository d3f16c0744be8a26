#!/bin/sh
# What learn.sh, which comes before it in one file, asks Slurm.
export SLURM_TIME_FORMAT=%s
unset SINFO_PARTITION SINFO_FORMAT SINFO_SORT SLURM_CLUSTERS
say version sinfo --version
say config scontrol show config
# Where nobody answers, each further question would only wait as long again.
if [ "$code" -eq 0 ]; then
  say partitions scontrol show partition -o
  say nodes sinfo -h -e -o '%P|%D|%c|%m|%G|%f'
  say reservations scontrol show reservation -o
  say associations sacctmgr -nP show assoc "user=$me" format=account,qos
fi
