# SPDX-License-Identifier: GPL-3.0-or-later
"""Job scripts as they are: each is submitted to the practice cluster twice, by plain sbatch and by `yard submit`, and what the
programs that it starts are given is compared: arguments, environment, folder, node, task, cores, umask, standard input. Then the
run's end, its curve and its files.

The scripts lie in tests/import_scripts and tests/job_scripts; ONLY=REGEX in the environment chooses some. What stands for the
programs that they start is tests/import_scripts/stand_in.
"""

import json
import os
import re
import shlex
import shutil
import sys
import time
import unittest

from practice import SOURCE, PracticeCluster
from sandbox import Sandbox, attempts, events, wait_until

SCRIPTS = [*(SOURCE / "tests/import_scripts").glob("[0-9]*"), *(SOURCE / "tests/job_scripts").glob("[0-9]*")]
STAND_INS = (
    "python",
    "torchrun",
    "accelerate",
    "deepspeed",
    "apptainer",
    "singularity",
    "mpirun",
    "llamafactory-cli",
    "module",
    "conda",
    "trl",
)

# What differs between two submissions of one script by sbatch itself, too.
OF_THE_JOB = {
    "SLURM_JOB_ID",
    "SLURM_JOBID",
    "SLURM_ARRAY_JOB_ID",
    "SLURM_TASK_PID",
    "SLURM_SRUN_COMM_PORT",
    "SLURM_STEP_LAUNCHER_PORT",
    "SLURM_LAUNCH_NODE_IPADDR",
    "SLURM_JOB_START_TIME",
    "SLURM_JOB_END_TIME",
    "SSH_CLIENT",
    "SSH_CONNECTION",
    "TMPDIR",
    "SLURM_HET_JOB_ID",
    "MASTER_PORT",
    "_",
}

# Of steps that a script starts in the background: which comes first, and on which node, chance decides.
OF_A_RACE = {
    "SLURM_STEP_ID",
    "SLURM_STEPID",
    "SLURMD_NODENAME",
    "SLURM_NODEID",
    "SLURM_STEP_NODELIST",
    "SLURM_TOPOLOGY_ADDR",
    "HOSTNAME",
}


def header(script, word):
    """`# stand-in WORD: ...` in a script says how the test handles it."""
    found = re.search(rf"^# stand-in {word}: (.*)$", script.read_text(errors="replace"), re.M)
    return found.group(1).strip() if found else ""


class Scripts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = cls.enterClassContext(PracticeCluster(extra_conf="FirstJobId=41000"))
        for step in (cls.cluster.stop, cls.cluster.start):  # which reads the first number of a job at its start
            step("slurmctld")
        cls.sandbox = cls.enterClassContext(Sandbox())
        cls.cluster.add_target(cls.sandbox)
        home = cls.cluster.layout.home
        cls.records = home / "records"
        cls.records.mkdir()
        (home / "shims").mkdir(exist_ok=True)
        for name in STAND_INS:
            shutil.copy(SOURCE / "tests/import_scripts/stand_in", home / "shims" / name)
            (home / "shims" / name).chmod(0o755)
        with open(home / ".profile", "a") as profile:
            profile.write(f'export PATH="{home / "shims"}:$PATH"\n')

    def take_records(self):
        """What the stand-ins wrote since the last call, in an order that does not hang on time."""
        found = []
        for place in sorted(self.records.iterdir()):
            read = lambda name: (place / name).read_text(errors="replace")  # noqa: B023 - called in this turn only
            environment = dict(item.split("=", 1) for item in read("environment").split("\0") if "=" in item)
            found.append(
                {
                    "program": read("name"),
                    "arguments": read("words").split("\0")[:-1],
                    "folder": read("folder"),
                    "environment": environment,
                    "cores": read("facts").splitlines()[1],
                }
            )
            shutil.rmtree(place)
        return sorted(
            found,
            key=lambda record: (
                record["program"],
                record["environment"].get("SLURM_ARRAY_TASK_ID", ""),
                record["arguments"],
                *(record["environment"].get(name, "") for name in ("SLURM_STEP_ID", "SLURM_PROCID", "SLURMD_NODENAME")),
            ),
        )

    def wait_for_jobs(self, seconds=120):
        wait_until(lambda: self.cluster.queue("%j") == [], seconds, "the end of the jobs")

    def by_sbatch(self, script, arguments):
        """Submitted as a person would, from a login shell in a folder of its own."""
        folder = self.cluster.layout.home / "plain" / script.stem
        shutil.copytree(self.project(script), folder)
        words = shlex.join(["sbatch", "--parsable", script.name, *arguments])
        done = self.cluster.ssh(shlex.join(["bash", "-lc", f"cd {shlex.quote(str(folder))} && {words}"]))
        if done.returncode != 0:
            return folder, "", []
        self.wait_for_jobs()
        return folder, done.stdout.strip().split(";")[0], self.take_records()

    def by_yard(self, script, arguments):
        done = self.sandbox.run(
            "yard",
            "submit",
            "--on",
            self.cluster.target,
            "--watch",
            script.name,
            *(["--", *arguments] if arguments else []),
            cwd=self.project(script),
            timeout=300,
        )
        self.wait_for_jobs()
        folders = sorted(self.cluster.base.glob("*/run.json"), key=lambda path: path.stat().st_mtime)
        return folders[-1].parent, done, self.take_records()

    def project(self, script):
        """The script alone in a folder with a file beside it, as a researcher has it."""
        folder = self.sandbox.work / script.stem
        if not folder.exists():
            folder.mkdir()
            shutil.copy(script, folder)
            (folder / "train.py").write_text("print('never run')\n")
        return folder

    def runs(self):
        return sorted(self.cluster.base.glob("*/run.json"))

    @staticmethod
    def interpreter(script):
        """The program of its first line; empty where that is there."""
        words = script.read_text(errors="replace").split("\n", 1)[0].removeprefix("#!").split()
        name = words[1] if words and words[0].endswith("/env") and len(words) > 1 else words[0] if words else ""
        return "" if shutil.which(name.strip()) else name

    @staticmethod
    def plain(record, folder, job, is_race):
        """Without what is the job's own: its number and its folder."""
        own = OF_THE_JOB | OF_A_RACE if is_race else OF_THE_JOB
        text = json.dumps(
            {
                **record,
                "environment": {
                    name: value for name, value in sorted(record["environment"].items()) if name not in own
                },
            }
        )
        text = re.sub(r"pipe:\[\d+\]|/proc/\d+", "", text.replace(str(folder), "FOLDER"))
        return json.loads(
            text.replace(str(job), "JOB").replace(str(int(job) + 1), "NEXT")
        )  # a component or task has the next number

    def said_before(self, script, code):
        """What cannot be as by sbatch is said before it is submitted."""
        done = self.sandbox.run(
            "yard", "check", script.name, "--on", self.cluster.target, "--json", cwd=self.project(script), timeout=120
        )
        self.assertIn(code, [finding["code"] for finding in json.loads(done.stdout)], done.stdout)

    def check(self, script):
        if code := header(script, "said"):
            return self.said_before(script, code)
        arguments = shlex.split(header(script, "arguments"))
        folder, job, expected = self.by_sbatch(script, arguments)
        if not job:  # what sbatch refuses is refused here, too, and nothing is begun
            before = self.runs()
            done = self.sandbox.run(
                "yard", "submit", "--on", self.cluster.target, script.name, cwd=self.project(script), timeout=120
            )
            self.assertIn(done.returncode, (2, 9), done.stdout + done.stderr)
            self.assertEqual(self.runs(), before)
            return
        run, done, found = self.by_yard(script, arguments)
        own = (
            json.loads((run / "attempts/0001/agent.json").read_text())["job_id"].split("_")[0]
            if (run / "attempts").exists()
            else ""
        )
        if not own:
            own = (run / "submissions/1/out").read_text().strip().split(";")[0]
        work = run / "work"
        self.maxDiff = None
        is_race = bool(re.search(r"^ *srun .*&$", script.read_text(errors="replace"), re.M))
        self.assertEqual(
            [self.plain(record, folder, job, is_race) for record in expected],
            [self.plain(record, work, own, is_race) for record in found],
        )
        self.check_end(job, own, run, done)
        points = (
            [line for attempt in attempts(run) for line in events(attempt) if line["event"] == "metrics"]
            if (run / "attempts").exists()
            else []
        )
        lines = [
            line
            for attempt in (attempts(run) if (run / "attempts").exists() else [])
            for line in (attempt / "stdout.log").read_text(errors="replace").splitlines()
        ]
        printed = [found for line in lines if (found := re.match(r"( *\d+: )?{'loss'", line))]
        printed = [found for found in printed if found.group(1) == printed[0].group(1)]  # of labelled tasks one is read
        self.assertEqual(len(points), len(printed), "each printed dictionary is a point")

    def check_end(self, job, own, run, done):
        """The accounting says the same of both, and so does the program."""
        columns = "State,ExitCode,NNodes,NCPUS,ReqMem,Timelimit"
        deadline = time.monotonic() + 40
        while True:  # the accounting hears of a short job in pieces
            expected, found = self.cluster.accounted(job, columns), self.cluster.accounted(own, columns)
            if (
                expected and expected == found and all(line[0] not in ("RUNNING", "PENDING") for line in expected)
            ) or time.monotonic() > deadline:
                break
            time.sleep(0.5)
        self.assertEqual(expected, found)
        is_complete = all(line[0] == "COMPLETED" for line in expected)
        self.assertEqual(done.returncode == 0, is_complete, done.stdout + done.stderr)

    def own_script(self, name, text):
        folder = self.sandbox.work / name
        folder.mkdir()
        (folder / f"{name}.sh").write_text(text)
        return folder

    def test_cancelled_and_resumed(self):
        """A cancel reaches the script once; a resume works in the same folder."""
        folder = self.own_script(
            "stops",
            "#!/bin/bash\n#SBATCH -t 5\ntrap 'echo term >> signals; exit 0' TERM\n"
            'if [ -e signals ]; then echo \'{"step": 2, "loss": 1}\'; exit 0; fi\n'
            'echo \'{"step": 1, "loss": 2}\'\nwhile :; do sleep 100 & wait; done\n',
        )
        self.sandbox.must("yard", "submit", "stops.sh", "--on", self.cluster.target, cwd=folder)
        run = wait_until(lambda: list(self.cluster.base.glob("stops-*/attempts/0001/stdout.log")), 60, "the start")[
            0
        ].parents[2]
        wait_until(lambda: "loss" in (run / "attempts/0001/stdout.log").read_text(), 30, "output")
        self.sandbox.must("yard", "cancel", "last")
        watched = self.sandbox.run("yard", "watch", "last", timeout=120)
        self.assertIn("cancelled", watched.stdout + watched.stderr)
        self.assertEqual((run / "work/signals").read_text(), "term\n")
        self.sandbox.must("yard", "resume", "last")
        self.assertEqual(self.sandbox.run("yard", "watch", "last", timeout=120).returncode, 0)
        points = json.loads(self.sandbox.must("yard", "metrics", "last", "--json"))
        self.assertEqual(
            [(point["step"], point["value"]) for point in points if point["metric"] == "loss"], [(1, 2.0), (2, 1.0)]
        )
        self.sandbox.must("yard", "fetch", "last", "--what", "work", "--output", self.sandbox.work / "fetched")
        self.assertTrue(list((self.sandbox.work / "fetched").rglob("signals")))

    def test_an_array_is_cancelled_after_a_question(self):
        """Its tasks are several runs, so somebody must say so."""
        folder = self.own_script("tasks", "#!/bin/bash\n#SBATCH -t 5\n#SBATCH --array=0-2\nexec sleep 300\n")
        self.sandbox.must("yard", "submit", "tasks.sh", "--on", self.cluster.target, cwd=folder)
        tasks = lambda: [run for run in self.sandbox.runs() if run["parent"] and run["name"] == "tasks"]
        wait_until(lambda: len(tasks()) == 3 and all(run["state"] == "running" for run in tasks()), 90, "the tasks")
        array = tasks()[0]["parent"]
        refused = self.sandbox.run("yard", "cancel", array)
        self.assertEqual(refused.returncode, 2, refused)
        self.assertIn("Cancel the 3 tasks of tasks", refused.stderr)
        self.assertIn("--yes", refused.stderr)
        self.assertEqual({run["state"] for run in tasks()}, {"running"})
        self.sandbox.must("yard", "cancel", array, "--yes")
        wait_until(lambda: {run["state"] for run in tasks()} == {"cancelled"}, 60, "the end of the tasks")

    def test_held_by_its_owner(self):
        """With --hold it stays held, and it is said how it starts; released, it runs."""
        folder = self.own_script("held", "#!/bin/bash\n#SBATCH -t 5 -H\necho ran > ran\n")
        self.sandbox.must("yard", "submit", "held.sh", "--on", self.cluster.target, cwd=folder)
        shown = lambda: self.sandbox.must("yard", "show", "last")
        wait_until(lambda: "scontrol release" in shown(), 60, "what releases it")
        jobs = self.cluster.queue("%A|%r")
        self.assertEqual([reason for _, reason in jobs], ["JobHeldUser"])
        self.cluster.must("scontrol", "release", jobs[0][0])
        self.assertEqual(self.sandbox.run("yard", "watch", "last", timeout=120).returncode, 0)
        self.assertTrue(list(self.cluster.base.glob("held-*/*/ran")))

    def test_resources_of_the_document_count(self):
        """What is changed in resources is what Slurm is asked for; the rest of the script's lines stays."""
        folder = self.own_script(
            "changed",
            "#!/bin/bash\n#SBATCH --nodes=1 --comment='kept as it is'\n#SBATCH -t 7\nenv | grep SLURM_JOB_NUM_NODES\n",
        )
        done = self.sandbox.run(
            "yard",
            "submit",
            "changed.sh",
            "--on",
            self.cluster.target,
            "--set",
            "resources.nodes=2",
            "--watch",
            cwd=folder,
            timeout=120,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        run = next(self.cluster.base.glob("changed-*"))
        self.assertEqual((run / "attempts/0001/stdout.log").read_text(), "SLURM_JOB_NUM_NODES=2\n")
        job = (run / "submissions/1/out").read_text().strip()
        wait_until(lambda: self.cluster.accounted(job, "Comment,Timelimit"), 30, "the job in the accounting")
        self.assertIn("resources.nodes of the experiment", (run / "job.sh").read_text())
        self.assertIn("kept as it is", (run / "job.sh").read_text())

    def test_output_appears_where_the_script_names_it(self):
        folder = self.own_script(
            "named", "#!/bin/bash\n#SBATCH -J my-name --output=log-%x-%j.txt\necho out; echo err >&2\n"
        )
        self.assertEqual(
            self.sandbox.run(
                "yard", "submit", "named.sh", "--on", self.cluster.target, "--watch", cwd=folder, timeout=120
            ).returncode,
            0,
        )
        run = next(self.cluster.base.glob("my-name-*"))
        files = list((run / "work").glob("log-my-name-*.txt"))
        self.assertEqual([sorted(file.read_text().splitlines()) for file in files], [["err", "out"]])

    def test_scripts(self):
        chosen = sorted(SCRIPTS)
        if os.environ.get("ONLY"):
            chosen = [path for path in chosen if re.search(os.environ["ONLY"], path.name)]
        self.assertTrue(chosen)
        same = chosen_missing = 0
        for script in chosen:
            if missing := self.interpreter(script):
                print(f"SKIPPED {script.name}: {missing} is not installed", file=sys.stderr)
                chosen_missing += 1
                continue
            with self.subTest(script.name):
                self.check(script)
                same += 1
        print(
            f"{same} of {len(chosen) - chosen_missing} scripts: what their programs were given is the same",
            file=sys.stderr,
        )


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
