# SPDX-License-Identifier: GPL-3.0-or-later
"""The end of exactly_once_test.py: what a person does until every run is completed, and the count of what had started by then.

The workload's lines are the count: each submission's parts start once. Only a part that had started when its run was resumed, or
when its job was released, may start once more.
"""

import collections
import json
import time

from sandbox import wait_until


class Count:
    def __init__(self, box, cluster, starts):
        self.box, self.cluster, self.starts = box, cluster, starts
        self.again = collections.Counter()  # what a person did besides
        self.resumed = set()  # names of runs
        self.once_more = collections.Counter()  # what may start once more, by name and part
        self.asked_again = collections.Counter()  # by the name of the submission
        self.in_vain = set()  # names of runs that were asked for again although they were accepted

    def runs(self):
        return json.loads(self.box.must("yard", "runs", "--json"))

    def lines(self, what):
        """When the parts started or ended: {(name, part): [seconds]}."""
        found = collections.defaultdict(list)
        for line in self.starts.read_text().splitlines() if self.starts.exists() else []:
            name, part, said, when = line.split()
            if said == what:
                found[name, part].append(float(when))
        return found

    # ------------------------------------------------------------ what a person does

    def settle(self):
        """Until every run is completed."""
        began = time.monotonic()
        while time.monotonic() < began + 900:
            if self.is_over():
                return
            self.release_held()
            time.sleep(2)
            # A controller that was killed before it wrote down the end of a job shows it as running until its node registers again.
            if time.monotonic() > began + 30 and not self.again["registered again"]:
                self.again["registered again"] += 1
                self.cluster.must("scontrol", "reconfigure")
        rows = [run for run in self.runs() if run["state"] != "completed"]
        raise AssertionError("not over: " + ", ".join(f"{run['name']} {run['state']} {run['reason']}" for run in rows))

    def is_over(self):
        """Whether every run is completed; what was lost, refused or ended on the way is resumed, as its row says."""
        runs = self.runs()
        parents = {run["parent"] for run in runs}
        for run in runs:
            if run["run"] in parents:
                continue
            if run["state"] == "waiting" and "DependencyNeverSatisfied" in (run.get("reason_code") or ""):
                self.box.must("yard", "cancel", run["run"])
                self.again["cancelled since the run before it had ended otherwise"] += 1
            # A controller that was killed may know nothing of a job that it had started: its first step is refused, or it is ended.
            # Where login shells cannot fork, a job's script may fail, too.
            elif run["state"] in ("preempted", "cancelled", "failed"):
                self.resume(run)
        return all(run["state"] == "completed" for run in runs)

    def resume(self, run):
        started = self.started(run)
        done = self.box.run("yard", "resume", run["run"])
        print(f"{run['name']} resumed after {run['state']}, {run.get('code')}: {done.stderr.strip()}", flush=True)
        if done.returncode == 0:
            self.again[f"resumed after {run.get('code') or run['state']}"] += 1
            self.resumed.add(run["name"])
            self.once_more.update(started)

    def started(self, run):
        """The parts of a run that have started: an array's task and a study's value are one each."""
        part = run["study_values"][0].split("=")[1] if run["study_values"] else run["array_index"]
        return [key for key in self.lines("start") if key[0] == run["name"] and (part is None or str(part) == key[1])]

    def release_held(self):
        """What a restarted controller has started a second time it holds itself, and the run's row says what to do."""
        for job, of_array, reason in self.cluster.queue("%A|%F|%r"):
            if "requeued held" in reason:
                folders = [str(path.parents[2]) for path, _ in self.journals_of(of_array)]
                for run in self.runs():
                    if any(run["folder"].startswith(folder) for folder in folders):
                        self.once_more.update(self.started(run))
                self.again[f"released after {reason}"] += 1
                self.cluster.must("scontrol", "release", job)

    # ------------------------------------------------------------ nothing is left

    def left(self):
        return [job for job in self.cluster.queue("%j|%i|%T|%r|%M") if job[0] != "another"]

    def see_others_job_untouched(self):
        held = [job for job in self.cluster.queue("%j|%T|%r") if job[0] == "another"]
        assert held == [["another", "PENDING", "JobHeldUser"]], f"another's job was touched: {held}"

    def is_forgotten(self, job):
        """Whether the job was cancelled, and the controller killed before it wrote that down."""
        log = self.cluster.layout.log("slurmctld").read_text()
        killed = log.rfind(f"REQUEST_KILL_JOB JobId={job} ")
        return killed >= 0 and log.find(f"Recovered JobId={job} ", killed) >= 0

    def see_nothing_left(self):
        for job in [job for job in self.left() if self.is_forgotten(job[1])]:
            self.again["cancelled job that the controller remembered again"] += 1
            self.cluster.must("scancel", job[1])
        # It may start once more what it has forgotten the end of, which must do nothing.
        time.sleep(10)
        if self.left():
            self.again["job whose end the controller forgot"] += len(self.left())
            self.cluster.must("scontrol", "reconfigure")
        self.box.must("yard", "targets", "check", self.cluster.target, "--job")
        try:
            wait_until(lambda: not self.left(), 180, "no job left in the queue")
        except AssertionError as problem:
            journals = [self.journals_of(job[1].split("_")[0]) for job in self.left()]
            raise AssertionError(f"{problem}: {self.left()} {journals}") from problem

    def journals_of(self, job):
        return [
            (path, text)
            for path in self.cluster.base.glob("*/submissions/*/journal")
            for text in [path.read_text()]
            if f"job {job}\n" in text
        ]

    # ------------------------------------------------------------ the count

    def ask_again(self, submission):
        """Called when a person is about to."""
        self.asked_again[submission.name.removeprefix("first-")] += 1
        if self.accepted(submission.name) >= submission.num_jobs:
            self.in_vain.add(submission.name)

    def accepted(self, name):
        """How many runs of this name have a job that was released."""
        return sum(
            any("released " in path.read_text() for path in folder.glob("submissions/*/journal"))
            for folder in self.cluster.base.glob(f"{name}-*")
        )

    def was_forgotten(self, name):
        """Whether the controller had lost a job of this run, which was submitted again by itself."""
        return any("lost " in path.read_text() for path in self.cluster.base.glob(f"{name}-*/submissions/*/journal"))

    def of_one(self, submission, started, ended):
        """What is counted of one submission, and what is wrong with it."""
        counts, wrong = collections.Counter(submissions=1), []
        for key in submission.expected:
            more = min(max(len(started[key]) - 1, 0), self.once_more[key])
            times = len(started[key]) - more
            counts.update({f"started {min(times, 2)}": 1, "once more": more})
            if times != 1:
                wrong.append((str(submission), key, f"started {times} times"))
        for name in {name for name, _ in submission.expected}:
            num_jobs = submission.num_jobs if name == submission.name else 1
            if name in self.in_vain or self.accepted(name) > num_jobs:
                counts["accepted before"] += 1
                wrong.append((str(submission), (name, "-"), "asked for again though it was accepted"))
        if submission.kind == "dependent":
            first, second = (f"first-{submission.name}", "-"), (submission.name, "-")
            if not ended[first] or not started[second] or started[second][0] < ended[first][0]:
                # Slurm takes a job that it has forgotten for one that is over.
                if first[0] in self.resumed or self.was_forgotten(first[0]):
                    self.again["began since the controller had forgotten the job that it waits for"] += 1
                else:
                    wrong.append((str(submission), second, "began before the run that it waits for had ended"))
        return counts, wrong

    def judge(self, submissions):
        """Says what was counted of each kind and each fault. What did not start once, or was accepted twice, is an error."""
        started, ended = self.lines("start"), self.lines("end")
        tables = {
            "kind": collections.defaultdict(collections.Counter),
            "fault": collections.defaultdict(collections.Counter),
        }
        expected, all_wrong = set(), []
        for one in submissions:
            counts, wrong = self.of_one(one, started, ended)
            counts["asked again"] = self.asked_again[one.name]
            tables["kind"][one.what] += counts
            tables["fault"][one.fault] += counts
            expected.update(one.expected)
            all_wrong += wrong
        for title, table in tables.items():
            print(
                f"{title} | submissions | started 0 / 1 / 2+ times | once more after a resume | asked again | accepted before"
            )
            for name, counts in sorted(table.items()):
                times = " / ".join(str(counts[f"started {number}"]) for number in range(3))
                rest = [str(counts[what]) for what in ("once more", "asked again", "accepted before")]
                print(" | ".join([name, str(counts["submissions"]), times, *rest]))
        all_wrong += [("", key, "nobody has asked for it") for key in started if started[key] and key not in expected]
        assert not all_wrong, f"not once: {all_wrong}\n{self.evidence(all_wrong)}"

    def evidence(self, wrong):
        """All that is kept of the submissions of these runs."""
        names = {key[0].removeprefix("first-") for _, key, _ in wrong}
        paths = [
            path for name in names for path in self.cluster.base.glob(f"*{name}-*/submissions/*/*") if path.is_file()
        ]
        return "\n".join(f"{path}:\n{path.read_text(errors='replace')}" for path in paths)
