# SPDX-License-Identifier: GPL-3.0-or-later
"""How often a cluster is asked: desktop and `yard watch` are open while one run is going and another waits in the queue, and every
program of Slurm's that a login runs is recorded. In the steady state there is at most one question every 30 s. In the end the run is
cancelled while the link is down.
"""

import itertools
import json
import os
import sys
import time

from practice import PracticeCluster
from relay import Relay
from sandbox import Sandbox, wait_until

RECORDED = ("squeue", "sacct", "scontrol", "sinfo", "sacctmgr", "sbatch", "scancel")
# Seconds until the pauses between questions have grown to their longest, and for how long it is counted then.
SETTLES, COUNTED = 75, 155
LONGEST = 30


def record(cluster):
    """From now on every call is a line `<seconds> <program> <arguments>` of a file; those of jobs begin with the job's id."""
    calls = cluster.root / "calls"
    calls.touch()
    for program in RECORDED:
        cluster.shim(
            program,
            f'printf "%s %s {program} %s\\n" "${{SLURM_JOB_ID:-login}}" "$(date +%s.%N)" "$*" >>"{calls}"\nexec "$REAL" "$@"',
        )
    return calls


def read(calls, since=0.0):
    """(seconds, who, what) of each call, in order."""
    lines = [line.split(" ", 2) for line in calls.read_text().splitlines()]
    return sorted((float(seconds), who, what) for who, seconds, what in lines if float(seconds) >= since)


def submit(box, cluster, *settings):
    experiment = box.work / "long.yaml"
    experiment.write_text(
        "format: 1\nname: long\nworkload: command\ncommand: {launcher: none, program: train.sh, metrics: jsonl}\n"
        "code: {source: code}\nresources: {time_limit: '30:00'}\n"
    )
    said = box.must(
        "yard",
        "submit",
        experiment,
        "--target",
        cluster.target,
        "--json",
        *[word for setting in settings for word in ("--set", setting)],
    )
    return json.loads(said)["run"]


def now(box, run):
    return json.loads(box.must("yard", "show", run, "--json"))


def cancel_without_link(box, cluster, relay, run):
    relay.refuse()
    relay.cut()
    said = box.must("yard", "cancel", run)
    assert "will be cancelled as soon as practice answers" in said, said
    reason = now(box, run)["reason"]
    assert reason.endswith("will be cancelled as soon as practice answers"), reason
    assert cluster.queue("%T") == [["RUNNING"]], cluster.queue()
    relay.accept()
    wait_until(lambda: now(box, run)["state"] == "cancelled", 90, "the end of the run after the link came back")
    wait_until(lambda: cluster.queue() == [], 60, "nothing of it in the queue")


def main():
    with Sandbox() as box, PracticeCluster() as cluster, Relay(cluster.address) as relay:
        calls = record(cluster)
        cluster.add_target(box, relay.address[1])
        (box.work / "code").mkdir()
        (box.work / "code/train.sh").write_text(
            '#!/bin/bash\nfor i in {1..1000}; do echo "{\\"step\\": $i, \\"train/loss\\": $i.5}"; sleep 1; done\n'
        )
        os.chmod(box.work / "code/train.sh", 0o755)
        desktop = box.start("trainyard")
        going = submit(box, cluster)
        wait_until(lambda: (now(box, going).get("step") or 0) > 3, 120, "the first steps")
        waiting = submit(box, cluster, f"resources.dependency=afterok:{cluster.queue()[0][0]}")
        watch = box.start("yard", "watch", going)
        time.sleep(SETTLES)  # the quick questions after a start are over
        began = time.time()
        time.sleep(COUNTED)  # the questions of this time are counted
        counted = read(calls, began)
        for seconds, who, what in read(calls):
            print(f"{seconds - began:8.1f} s  {who:>6}  {what[:100]}")
        assert desktop.poll() is None and watch.poll() is None, "desktop and watch are still open"
        assert now(box, going)["state"] == "running" and now(box, going)["step"] > COUNTED / 2, now(box, going)
        assert now(box, waiting)["state"] == "waiting", now(box, waiting)
        # A pause is counted from the end of one question to the beginning of the next.
        gaps = [later[0] - earlier[0] for earlier, later in itertools.pairwise(counted)]
        assert len(counted) >= COUNTED // LONGEST - 1, "what waits is looked at now and then"
        assert all(gap >= LONGEST - 0.5 for gap in gaps), gaps
        print(
            f"{len(counted)} questions in {COUNTED} s with desktop and `yard watch` open; the shortest pause {min(gaps):.1f} s",
            flush=True,
        )
        box.must("yard", "cancel", waiting)
        wait_until(lambda: now(box, waiting)["state"] == "cancelled", 60, "the end of the run that waited")
        cancel_without_link(box, cluster, relay, going)
        assert watch.wait(60) != 0, "the watch ends with the cancelled run's code"
    return 0


if __name__ == "__main__":
    sys.exit(main())
