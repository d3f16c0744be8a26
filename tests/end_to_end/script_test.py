# SPDX-License-Identifier: GPL-3.0-or-later
"""Job scripts as they are, on this computer: environment, arguments, folder, curve, files, cause of death, cancel, resume, bad input."""

import json
import os
import unittest

from sandbox import Sandbox, attempts, end_of, events, wait_until


class JobScript(unittest.TestCase):
    def setUp(self):
        self.sandbox = self.enterContext(Sandbox())
        self.project = self.sandbox.work / "project"
        (self.project / "jobs").mkdir(parents=True)
        (self.project / "train.txt").write_text("beside\n")

    def script(self, text, name="jobs/job.sh", mode=0o644):
        file = self.project / name
        file.write_text(text)
        file.chmod(mode)
        return file

    def submit(self, *words, code=0):
        done = self.sandbox.run("yard", "submit", "--watch", *words, cwd=self.project)
        self.assertEqual(done.returncode, code, f"{done.stdout}\n{done.stderr}")
        return self.runs()[-1], done.stdout + done.stderr

    def runs(self):
        folders = (self.sandbox.root / "data/trainyard/runs").glob("*-*/run.json")
        return [path.parent for path in sorted(folders, key=lambda path: path.stat().st_mtime)]

    def messages(self, folder):
        return [line for line in events(attempts(folder)[-1]) if line["event"] == "message"]

    def test_a_python_program_runs_as_it_is(self):
        self.script(
            "import json, sys\nimport beside\n"
            "for step in range(1, 4):\n"
            "    print(json.dumps({'step': step, 'loss': beside.start / step}), flush=True)\n"
            "print('started as', sys.argv[1:])\n",
            "train.py",
        )
        (self.project / "beside.py").write_text("start = 6.0\n")
        folder, _ = self.submit("train.py", "--", "--lr", "0.1")
        points = [line for line in events(attempts(folder)[0]) if line["event"] == "metrics"]
        self.assertEqual([(point["step"], point["values"]["loss"]) for point in points], [(1, 6.0), (2, 3.0), (3, 2.0)])
        self.assertIn("started as ['--lr', '0.1']", self.sandbox.must("yard", "logs", "last"))
        # Dashes after a setting begin the program's arguments, too.
        self.submit("train.py", "--set", "notes=again", "--", "--lr", "0.2")
        self.assertIn("started as ['--lr', '0.2']", self.sandbox.must("yard", "logs", "last"))
        imported = self.sandbox.run("yard", "import", "train.py", cwd=self.project)
        self.assertEqual(imported.returncode, 0, imported.stderr)
        self.assertIn("program: train.py", imported.stdout)
        self.assertIn("source: .", imported.stdout)

    def test_environment_folder_output_and_curve(self):
        self.script(
            "#!/bin/bash\n#SBATCH -J 'My Job' --ntasks-per-node=1 -c1\n#SBATCH --mem=512M --output=out-%x.txt\n"
            "env -0 > env.bin; umask > umask.txt; printf '%s|' \"$@\" > arguments.txt; cat train.txt\n"
            'for i in 1 2 3; do echo "{\\"step\\": $i, \\"loss\\": NaN, \\"accuracy\\": 0.$i}"; done\necho problem >&2\n'
        )
        os.umask(0o022)
        folder, _ = self.submit("jobs/job.sh", "--", "--lr", "a b")
        work = folder / "work"
        found = dict(item.split("=", 1) for item in (work / "env.bin").read_text().split("\0") if item)
        self.assertEqual(
            {
                name: found.get(name)
                for name in (
                    "SLURM_JOB_NAME",
                    "SLURM_NTASKS",
                    "SLURM_NTASKS_PER_NODE",
                    "SLURM_CPUS_PER_TASK",
                    "SLURM_MEM_PER_NODE",
                    "SLURM_NNODES",
                    "SLURM_PROCID",
                    "SLURM_SUBMIT_DIR",
                )
            },
            {
                "SLURM_JOB_NAME": "My Job",
                "SLURM_NTASKS": "1",
                "SLURM_NTASKS_PER_NODE": "1",
                "SLURM_CPUS_PER_TASK": "1",
                "SLURM_MEM_PER_NODE": "512",
                "SLURM_NNODES": "1",
                "SLURM_PROCID": "0",
                "SLURM_SUBMIT_DIR": str(work),
            },
        )
        self.assertTrue(found["SLURM_JOB_ID"].isdigit())
        for name in ("RANK", "WORLD_SIZE", "PYTHONPATH", "PYTHONUNBUFFERED", "OMP_NUM_THREADS", "TRAINYARD_EVENTS"):
            self.assertEqual(found.get(name), self.sandbox.environment.get(name), name)
        self.assertEqual((work / "umask.txt").read_text(), "0022\n")
        self.assertEqual((work / "arguments.txt").read_text(), "--lr|a b|")
        self.assertEqual((work / "out-My Job.txt").read_text().splitlines()[0], "beside")
        self.assertIn("problem", (work / "out-My Job.txt").read_text())
        points = [line for line in events(attempts(folder)[0]) if line["event"] == "metrics"]
        self.assertEqual(
            [(point["step"], point["values"]) for point in points],
            [(i, {"loss": "NaN", "accuracy": i / 10}) for i in (1, 2, 3)],
        )
        codes = [message["code"] for message in self.messages(folder)]
        self.assertIn("metrics.found", codes)
        self.assertIn("metrics.non_finite_at", codes)
        self.assertEqual((self.project / "jobs/job.sh").read_bytes(), (work / "jobs/job.sh").read_bytes())
        self.assertFalse((self.project / "env.bin").exists(), "the script worked in the person's own folder")

    def test_a_program_that_prints_dictionaries(self):
        self.script("for i in (1, 2):\n    print({'step': i, 'loss': 3.0 / i}, flush=True)\n", "train.py")
        folder, _ = self.submit("train.py")
        points = [line for line in events(attempts(folder)[0]) if line["event"] == "metrics"]
        self.assertEqual(
            [(point["step"], point["values"]) for point in points], [(1, {"train/loss": 3.0}), (2, {"train/loss": 1.5})]
        )
        self.script("print('loss: 3')\n", "train.py")
        folder, _ = self.submit("train.py")
        texts = [message["text"] for message in self.messages(folder) if message["code"] == "metrics.nothing_found"]
        self.assertEqual(len(texts), 1)
        self.assertTrue(texts[0].endswith("print({'step': step, 'loss': float(loss)}, flush=True)"), texts)

    def test_the_file_of_its_input(self):
        self.script("#!/bin/bash\n#SBATCH -i train.txt\ncat\n")
        folder, _ = self.submit("jobs/job.sh")
        self.assertEqual((attempts(folder)[0] / "stdout.log").read_text(), "beside\n")

    def test_what_this_computer_lacks_is_said_by_check_too(self):
        self.script("#!/bin/bash\n#SBATCH --nodes=2\n")
        found = {}
        for command in ("check", "submit"):
            done = self.sandbox.run("yard", command, "jobs/job.sh", cwd=self.project)
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            found[command] = done.stdout + done.stderr
        for words in found.values():
            self.assertIn("this computer is one node, not 2", words)

    def test_any_interpreter_and_nothing_readable(self):
        self.script("#!/usr/bin/env python3\nimport sys\nprint('hello', sys.argv[1:])\n", "tool.py")
        folder, _ = self.submit("tool.py", "x")
        self.assertEqual((attempts(folder)[0] / "stdout.log").read_text(), "hello ['x']\n")
        self.assertIn("metrics.nothing_found", [message["code"] for message in self.messages(folder)])

    def test_cause_and_exit_code(self):
        self.script("#!/bin/bash\npython3 -c 'raise ValueError(\"the data is empty\")' 2>&1\nexit 7\n")
        folder, _ = self.submit("jobs/job.sh", code=7)
        end = end_of(attempts(folder)[0])
        self.assertEqual((end["outcome"], end["exit_code"]), ("failed", 7))
        self.assertIn("the data is empty", end["reason"])

    def test_cancelled_and_resumed_in_the_same_folder(self):
        self.script(
            "#!/bin/bash\ntrap 'echo saved > saved.txt; exit 0' TERM\nif [ -e saved.txt ]; then echo '{\"step\": 3, \"loss\": 1}'; exit 0; fi\n"
            'echo \'{"step": 1, "loss": 3}\'; echo \'{"step": 2, "loss": 2}\'\nsleep 100 & wait\n'
        )
        self.sandbox.must("yard", "submit", "jobs/job.sh", cwd=self.project)
        folder = wait_until(self.runs, 30, "the run")[0]
        wait_until(
            lambda: (
                (folder / "attempts/0001/stdout.log").exists()
                and "2" in (folder / "attempts/0001/stdout.log").read_text()
            ),
            30,
            "output",
        )
        self.sandbox.must("yard", "cancel", "last")
        self.sandbox.run("yard", "watch", "last", timeout=60)
        self.assertEqual(end_of(attempts(folder)[0])["outcome"], "cancelled")
        self.assertTrue((folder / "work/saved.txt").exists())
        self.sandbox.must("yard", "resume", "last")
        self.assertEqual(self.sandbox.run("yard", "watch", "last", timeout=60).returncode, 0)
        shown = json.loads(self.sandbox.must("yard", "show", "last", "--json"))
        self.assertEqual([attempt["resume_step"] for attempt in shown["attempts"]], [None, 2])
        points = json.loads(self.sandbox.must("yard", "metrics", "last", "--json"))
        self.assertEqual(
            [(point["step"], point["value"]) for point in points if point["metric"] == "loss"],
            [(1, 3.0), (2, 2.0), (3, 1.0)],
        )
        self.sandbox.must("yard", "fetch", "last", "--what", "work", "--output", self.sandbox.work / "fetched")
        self.assertTrue(list((self.sandbox.work / "fetched").rglob("saved.txt")))

    def test_document_render_and_check(self):
        self.script(
            "#!/bin/bash\n#SBATCH --nodes=2 --gres=gpu:4\n#SBATCH -L matlab:1 # kept\nsrun x\n#SBATCH --time=5\nsbatch next.sh\n"
        )
        self.sandbox.must("yard", "new", "--script", "jobs/job.sh", "made.yaml", cwd=self.project)
        text = (self.project / "made.yaml").read_text()
        for line in ("workload: script", "file: jobs/job.sh", "nodes: 2", "gpus_per_node: 4", "source: ."):
            self.assertIn(line, text)
        done = self.sandbox.run(
            "yard",
            "check",
            "made.yaml",
            "--set",
            "resources.nodes=1",
            "--set",
            "resources.gpus_per_node=0",
            cwd=self.project,
        )
        for words in ("Slurm ignores #SBATCH in line 5", "calls sbatch itself in line 6"):
            self.assertIn(words, done.stdout)
        shown = self.sandbox.run("yard", "submit", "jobs/job.sh", cwd=self.project)
        self.assertEqual(shown.returncode, 2)
        self.assertIn("one node, not 2", shown.stdout + shown.stderr)

    def test_bad_input(self):
        self.script("#!/bin/bash\r\necho hi\r\n", "dos.sh")
        self.script("echo hi\n", "none.sh")
        self.script("", "empty.sh")
        for name, words in (
            ("dos.sh", "Windows line endings"),
            ("none.sh", "does not start with #!"),
            ("empty.sh", "is empty"),
        ):
            done = self.sandbox.run("yard", "submit", name, cwd=self.project)
            self.assertEqual(done.returncode, 2, name)
            self.assertIn(words, done.stdout + done.stderr)
        self.assertEqual(self.runs(), [])


if __name__ == "__main__":
    unittest.main()
