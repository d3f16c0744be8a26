# SPDX-License-Identifier: GPL-3.0-or-later
"""The sample of every preset that has one, sent to a practice cluster by `yard submit PRESET --sample`: it ends COMPLETED, its curves are on
this side, its results are fetched, its loss falls; and each training that was killed goes on bit-equal to an undisturbed run.

Usage: practice_presets_test.py [PRESET...]: these alone. The list is the folder's.
"""

import json
import math
import os
import signal
import sys
import time
import unittest

import yaml

from practice import PracticeCluster
from sandbox import PRESETS, Sandbox, attempts, end_of, events, metric, wait_until


def document(path):
    return yaml.safe_load(path.read_text())


def has_sample(path):
    return "engine sample" in document(path).get("notes", "")


def num_nodes(name):
    return document(PRESETS / f"{name}.yaml").get("resources", {}).get("nodes", 1)


WITH_SAMPLE = [path.stem for path in sorted(PRESETS.glob("*.yaml")) if has_sample(path)]
CHOSEN = sys.argv[1:] or WITH_SAMPLE
# Steps enough to be stopped in between.
KILLED = ("search.space={}", "training.max_steps=150", "checkpoint.every_steps=20", "logging.every_steps=2")
FAULTS = ("scancel of its step", "kill of its agent")
THREADS = 'environment.variables={OMP_NUM_THREADS: "1"}'


def steps_of_first_trial(folder):
    """Of a search; else no end."""
    journal = folder / "search/study.jsonl"
    if not journal.exists():
        return math.inf
    records = map(json.loads, journal.read_text().splitlines())
    return next(record["steps"] for record in records if record["kind"] in ("result", "end"))


def settings_of(settings):
    return [word for setting in settings for word in ("--set", setting)]


class PresetsOnCluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # One cluster, so that the engine is sent once.
        cls.cluster = cls.enterClassContext(PracticeCluster())
        cls.sandbox = cls.enterClassContext(Sandbox())
        cls.cluster.add_target(cls.sandbox)
        cls.give_site()

    @classmethod
    def give_site(cls):
        """The target gets a site of its own, as `yard targets add --site FILE` writes it."""
        site = cls.sandbox.root / "site.yaml"
        site.write_text(
            "format: 1\nname: Practice\ngpu_request: gpus_per_node\ncores_per_gpu: 4\npartitions:\n  - {name: gpu, cores: 9999}\n"
            "directives: [--comment=by-the-site]\noutput: logs/%x-%j.out\n"
        )
        file = cls.sandbox.root / "config/trainyard/targets.json"
        content = json.loads(file.read_text())
        content["targets"][0]["site"] = str(site)
        file.write_text(json.dumps(content))

    def last(self):
        return json.loads(self.sandbox.must("yard", "show", "last", "--json"))

    def folder(self):
        return self.cluster.base / self.last()["folder"].rpartition("/")[2]

    def check_curves(self, folder):
        """Every point is on this side as it was written there, and the loss falls."""
        written = metric(folder)
        printed = json.loads(self.sandbox.must("yard", "metrics", "last", "--json"))
        stored = {point["step"]: point["value"] for point in printed if point["metric"] == "train/loss"}
        self.assertEqual(sorted(stored), sorted(written))
        for step, value in stored.items():
            self.assertTrue(
                math.isclose(value, written[step], rel_tol=1e-6),
                f"step {step}: {value} stored, {written[step]} written",
            )
        first_trial = steps_of_first_trial(folder)
        values = [written[step] for step in sorted(written) if step <= first_trial]
        if len(values) > 3:
            quarter = max(1, len(values) // 4)
            first, last = sum(values[:quarter]) / quarter, sum(values[-quarter:]) / quarter
        else:  # few steps are logged: the evaluations say it
            curve = metric(folder, "eval/loss") or written
            curve = {step: value for step, value in curve.items() if step <= first_trial}
            first, last = curve[min(curve)], curve[max(curve)]
        self.assertLess(last, first, values)

    def check_results(self, folder, ending):
        """The model, or what was made with it, is fetched, byte for byte."""
        fetched = self.sandbox.work / f"fetched-{folder.name}"
        self.sandbox.must("yard", "fetch", "last", "--what", "results", "--output", fetched)
        there = {path.relative_to(folder): path.read_bytes() for path in folder.glob("results/**/*") if path.is_file()}
        here = {
            path.relative_to(fetched): path.read_bytes() for path in fetched.glob("**/results/**/*") if path.is_file()
        }
        here = {
            path.relative_to(path.parts[0]) if path.parts[0] != "results" else path: content
            for path, content in here.items()
        }
        self.assertTrue(any(str(path).endswith(ending) for path in there), sorted(there))
        self.assertEqual(
            {path: here.get(path) == content for path, content in there.items()}, dict.fromkeys(there, True)
        )

    def check_accounting(self, nodes, token):
        def rows():
            lines = self.cluster.must(
                "sacct", "-D", "-X", "-n", "-P", "-o", "State,ExitCode,NNodes,JobName"
            ).splitlines()
            return [line for line in lines if line.endswith(f"|{token}")]

        wait_until(lambda: rows() and rows()[0].startswith("COMPLETED"), 60, "COMPLETED in the accounting")
        self.assertEqual(rows(), [f"COMPLETED|0:0|{nodes}|{token}"])

    def test_each_sample(self):
        for name in CHOSEN:
            with self.subTest(name):
                began = time.monotonic()
                nodes = 2 if num_nodes(name) > 1 else 1
                done = self.sandbox.run(
                    "yard", "submit", name, "--sample", "--on", self.cluster.target, "--set", THREADS, timeout=900
                )
                self.assertEqual(done.returncode, 0, f"{done.stdout}\n{done.stderr}")
                folder = self.folder()
                self.assertEqual(end_of(attempts(folder)[-1])["outcome"], "completed")
                self.assertEqual(len(events(attempts(folder)[0])[0]["nodes"]), nodes)
                trains = document(PRESETS / f"{name}.yaml")["workload"] == "engine"
                if trains:
                    self.check_curves(folder)
                if name != "nyutron-prepare":  # what it makes is for the cluster's cache
                    self.check_results(folder, ".safetensors" if trains else ".npy")
                self.check_accounting(nodes, f"{folder.name}.1")
                print(f"{name}: {nodes} node(s), {time.monotonic() - began:.0f} s", file=sys.stderr)

    def test_the_site_is_used(self):
        self.sandbox.must("engine", "sample", "leonardo-sft", "--output", "of-site")
        document = self.sandbox.work / "of-site/sample.yaml"
        text = self.sandbox.must(
            "yard", "render", document, "--on", self.cluster.target, "--set", "resources.gpus_per_node=2"
        )
        self.assertIn("#SBATCH --gpus-per-node=2\n", text)
        self.assertIn("#SBATCH --comment=by-the-site\n", text)
        refused = self.sandbox.run(
            "yard",
            "check",
            document,
            "--on",
            self.cluster.target,
            *settings_of(("resources.gpus_per_node=1", "resources.cpus_per_process=6")),
        )
        self.assertEqual(refused.returncode, 2, refused.stderr)
        self.assertIn("Practice allows 4 cores per GPU, 4 for 1 GPUs, but the experiment requests 6", refused.stdout)
        folder = self.submit("leonardo-sft", ("resources.nodes=1",), document)
        self.assertEqual(self.wait_for_end(), "completed")
        links = list((folder / "logs").iterdir())
        self.assertEqual(len(links), 1)
        self.assertRegex(links[0].name, r"^leonardo-sft-sample-\d+\.out$")
        self.assertTrue(links[0].resolve().is_relative_to(folder / "submissions"))
        site = self.sandbox.root / "site.yaml"
        before = site.read_text()
        site.write_text("name: [")
        try:
            refused = self.sandbox.run("yard", "submit", document, "--on", self.cluster.target)
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assertIn("site.yaml", refused.stderr)
            self.sandbox.must("yard", "logs", "last")  # what runs is followed all the same
        finally:
            site.write_text(before)

    # ------------------------------------------------------------ killed on the way

    def submit(self, name, settings, document=None):
        """Of the sample that is there already, without following it."""
        said = self.sandbox.must(
            "yard",
            "submit",
            document or self.sandbox.work / f"{name}-sample/sample.yaml",
            "--target",
            self.cluster.target,
            "--json",
            *settings_of((THREADS, *settings)),
            timeout=300,
        )
        return self.cluster.base / json.loads(said)["folder"].rpartition("/")[2]

    def wait_for_end(self, seconds=300):
        over = ("completed", "failed", "cancelled", "timed_out", "preempted")
        return wait_until(lambda: (state := self.last()["state"]) in over and state, seconds, "the run's end")

    def test_killed_and_resumed(self):
        trained = [name for name in CHOSEN if document(PRESETS / f"{name}.yaml")["workload"] == "engine"]
        for number, name in enumerate(trained):
            with self.subTest(name):
                if not (self.sandbox.work / f"{name}-sample").exists():
                    self.sandbox.must("engine", "sample", name, "--output", f"{name}-sample")
                whole = self.submit(name, KILLED)
                self.assertEqual(self.wait_for_end(), "completed")
                # A job on several nodes is killed in each of the ways.
                several = num_nodes(name) > 1
                for fault in FAULTS if several else FAULTS[number % 2 :][:1]:
                    self.check_killed(name, whole, fault)

    def check_killed(self, name, whole, fault):
        began = time.monotonic()
        disturbed = self.submit(name, KILLED)
        wait_until((disturbed / "checkpoints/latest").exists, 120, "the first checkpoint")
        job = self.cluster.must("squeue", "-h", "-n", f"{disturbed.name}.1", "-o", "%i")
        if fault.startswith("scancel"):
            self.cluster.must("scancel", "--signal=KILL", f"{job}.0")
        else:
            node = self.cluster.must(
                "scontrol", "show", "hostnames", self.cluster.must("squeue", "-h", "-j", job, "-o", "%N")
            ).split()[0]
            agents = [
                pid
                for pid in self.cluster.processes_on(node)
                if "yard-agent" in command_of(pid) and " run " in command_of(pid)
            ]
            self.assertTrue(agents)
            for pid in agents:
                os.kill(pid, signal.SIGKILL)
        ended = self.wait_for_end()
        if ended != "completed":  # what Slurm does not begin again by itself, a person does
            self.sandbox.must("yard", "resume", "last", timeout=300)
            wait_until(lambda: self.last()["state"] not in ("failed", "cancelled"), 60, "the further job")
            self.assertEqual(self.wait_for_end(), "completed")
        self.assertGreater(len(attempts(disturbed)), 1, "the kill came too late")
        self.assertEqual(metric(disturbed), metric(whole))
        for path in sorted(whole.glob("results/**/*.safetensors")):
            self.assertEqual((disturbed / path.relative_to(whole)).read_bytes(), path.read_bytes(), path.name)
        print(f"{name}: {fault}, {time.monotonic() - began:.0f} s", file=sys.stderr)


def command_of(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
