# SPDX-License-Identifier: GPL-3.0-or-later
"""A search whose trials are jobs of their own, on this computer: every trial runs once, whatever happens to the service.

The program needs no torch: it reports a parabola of its argument. The seed of the moments at which the service is killed is
printed and may be given as KILL_SEED.
"""

import contextlib
import json
import os
import pathlib
import random
import signal
import unittest

from sandbox import Sandbox, wait_until

KILLS = int(os.environ.get("KILLS", "6"))
SEED = int(os.environ.get("KILL_SEED", random.SystemRandom().randrange(1_000_000)))

# Notes its run, and reports (x - 0.3)^2, which it comes nearer to in two steps.
PARABOLA = """#!/bin/bash
echo "$2" >>"$3/ran"
for step in 1 2; do
  awk -v x="$1" -v step=$step 'BEGIN { printf "{\\"step\\": %d, \\"loss\\": %.12g}\\n", step, (x - 0.3) ^ 2 + 1 - step / 2 }'
done
"""
# Long enough that a service can be killed some times meanwhile.
SLOW = PARABOLA.replace("done\n", "  sleep 0.4\ndone\n")
SILENT = """#!/bin/bash
echo "$2" >>"$3/ran"
echo '{"step": 1, "accuracy": 0.5}'
"""
FAILS = """#!/bin/bash
echo "$2" >>"$3/ran"
exit 3
"""


class StudyJobs(unittest.TestCase):
    def setUp(self):
        self.box = self.enterContext(Sandbox())
        self.random = random.Random(SEED)

    def document(self, name="parabola", program=PARABOLA, **search):
        values = {
            "space": "{optimizer.learning_rate: {low: 0.001, high: 1.0}}",
            "objective": "loss",
            "sampler": "random",
            "trials": 6,
        }
        values.update(search)
        folder = self.box.work / name
        folder.mkdir()
        script = self.box.work / f"{name}.sh"
        script.write_text(program)
        script.chmod(0o755)
        file = self.box.work / f"{name}.yaml"
        file.write_text(
            f"format: 1\nname: {name}\nworkload: command\nseed: 5\ncommand:\n  launcher: none\n  program: {name}.sh\n"
            "  metrics: jsonl\n"
            f"  arguments: ['{{{{ optimizer.learning_rate }}}}', '{{run_dir}}', '{folder}']\n"
            "optimizer: {learning_rate: 0.9}  # kept\n"
            "search:\n"
            + "".join(f"  {key}: {value}\n" for key, value in values.items())
            # One at a time where they are not asked for: the trials share this computer.
            + "resources: {cpus_per_process: 1}\n"
        )
        return file

    def submit(self, file, *words):
        return json.loads(self.box.must("yard", "submit", file, "--json", *words))["study"]

    def shown(self, study):
        return json.loads(self.box.must("yard", "study", "show", study, "--json"))

    def ended(self, study, seconds=120):
        wait_until(lambda: self.shown(study)["state"] == "ended", seconds, "the study to end")
        return self.shown(study)

    def ran(self, name="parabola"):
        file = self.box.work / name / "ran"
        return file.read_text().split() if file.exists() else []

    def service(self):
        """The pid of the service; 0 while none has said so."""
        with contextlib.suppress(OSError, ValueError):
            return json.loads((self.box.root / "data/trainyard/service.json").read_text())["pid"]
        return 0

    def kill_service(self):
        pid = self.service()
        if pid and pid in self.box.processes("serve"):
            os.kill(pid, signal.SIGKILL)
            return True
        return False

    def kill_at_moments(self, study):
        """Kills the service that each look at the study has started again; how often."""
        kills = 0
        for _ in range(KILLS):
            moment = self.random.uniform(0.05, 0.8)
            with contextlib.suppress(AssertionError):
                wait_until(lambda: self.shown(study)["state"] == "ended", moment, "the next moment")
            if self.shown(study)["state"] == "ended":
                break
            kills += self.kill_service()
        return kills

    def check(self, shown, count):
        """Every trial ran once and is worth what the program said of its value."""
        self.assertEqual([trial["number"] for trial in shown["trials"]], list(range(count)))
        for trial in shown["trials"]:
            self.assertEqual(trial["state"], "complete", trial)
            self.assertAlmostEqual(trial["value"], (trial["values"]["optimizer.learning_rate"] - 0.3) ** 2, places=9)
        runs = [run for trial in shown["trials"] for run in trial["runs"]]
        known = {run["run"]: run for run in self.box.runs()}
        self.assertEqual(sorted(known), sorted(runs))
        ran = self.ran(shown["name"])
        self.assertEqual(sorted(ran), sorted(known[run]["folder"] for run in runs))
        best = min(shown["trials"], key=lambda trial: trial["value"])
        self.assertEqual(shown["best"]["number"], best["number"])
        return best

    def test_a_whole_search(self):
        file = self.document(parallel=2)
        study = self.submit(file)
        best = self.check(self.ended(study), 6)
        rate = best["values"]["optimizer.learning_rate"]
        short = study[:8]
        lines = self.box.must("yard", "study", "best", short).split()
        self.assertEqual(len(lines), 1)
        self.assertEqual(float(lines[0].removeprefix("optimizer.learning_rate=")), rate)
        document = self.box.must("yard", "study", "best", short, "--document")
        self.assertNotIn("search", document)
        self.assertIn("# kept", document)
        again = self.box.work / "best.yaml"
        again.write_text(document)
        self.box.must("yard", "submit", again, "--watch")
        self.assertAlmostEqual(self.box.runs()[0]["train/loss"], best["value"], places=9)
        self.assertEqual(self.box.run("yard", "submit", file, "--set", lines[0], "--grid", "seed=1,2").returncode, 2)
        text = self.box.must("yard", "study", "show", short)
        self.assertIn("6 of 6: 6 complete", text)
        self.assertIn(lines[0], text)
        offered = self.box.must("yard", "complete", "--", "study", "show", "")
        self.assertEqual(offered.strip(), f"{short}\tparabola, 6 of 6: 6 complete")
        listed = json.loads(self.box.must("yard", "study", "list", "--json"))
        self.assertEqual([each["study"] for each in listed], [study])
        self.assertIn(short, self.box.must("yard", "study", "list"))
        journal = self.box.work / "optuna.log"
        self.box.must("yard", "study", "export", short, journal)
        self.assertEqual(sum('"op_code": 4' in line for line in journal.read_text().splitlines()), 6)
        self.assertEqual(self.box.run("yard", "study", "export", short, journal).returncode, 3)
        self.box.must("yard", "study", "export", short, journal, "--force")
        self.assertEqual(self.box.run("yard", "resume", short).returncode, 2)

    def test_the_service_is_killed(self):
        print(f"KILL_SEED={SEED}", flush=True)
        study = self.submit(self.document(program=SLOW, trials=16, parallel=2))
        self.assertGreater(self.kill_at_moments(study), 2)
        self.check(self.ended(study), 16)

    def test_a_killed_search_proposes_what_it_would_have_proposed(self):
        print(f"KILL_SEED={SEED}", flush=True)
        search = {"sampler": "tpe", "startup_trials": 3, "trials": 10}
        whole = self.ended(self.submit(self.document("whole", **search)))
        study = self.submit(self.document("killed", program=SLOW, **search))
        self.assertGreater(self.kill_at_moments(study), 2)
        killed = self.ended(study)
        self.assertEqual(
            [trial["values"] for trial in killed["trials"]], [trial["values"] for trial in whole["trials"]]
        )
        self.assertEqual(len(set(self.ran("killed"))), 10)

    def test_a_trial_of_the_engine_hands_out_the_model_that_counts(self):
        words = random.Random(1)
        (self.box.work / "corpus.txt").write_text(
            "".join(" ".join(words.choices("a the of runs words text".split(), k=9)) + "\n" for _ in range(300))
        )
        file = self.box.work / "small.yaml"
        file.write_text(
            "format: 1\nname: small\n"
            "model: {kind: gpt2, overrides: {n_layer: 1, n_embd: 16, n_head: 1, n_positions: 16, vocab_size: 300}}\n"
            "data: {train: [corpus.txt], validation_split_ratio: 0.2, sequence_length: 16}\n"
            "training: {max_steps: 12}\noptimizer: {learning_rate: 0.1}\nschedule: {kind: constant, warmup_steps: 0}\n"
            "evaluation: {every_steps: 3}\nresources: {cpus_per_process: 1}\n"
            # At such a rate the last evaluation is not the best.
            "search: {space: {optimizer.learning_rate: [0.7, 0.8]}, run_as: job_each, trials: 2}\n"
        )
        shown = self.ended(self.submit(file))
        runs = {run["run"]: run for run in self.box.runs()}
        for trial in shown["trials"]:
            self.assertEqual(trial["state"], "complete", trial)
            (run,) = trial["runs"]
            results = pathlib.Path(runs[run]["folder"]) / "results/validation/metrics.json"
            self.assertAlmostEqual(json.loads(results.read_text())["loss"], trial["value"], places=5)
            curve = json.loads(self.box.must("yard", "metrics", run, "--json"))
            last = [point["value"] for point in curve if point["metric"] == "eval/loss"][-1]
            self.assertGreater(last, trial["value"])

    def test_what_never_reports_the_objective(self):
        study = self.submit(self.document(program=SILENT, trials=9))
        shown = self.ended(study)
        self.assertEqual([trial["state"] for trial in shown["trials"]], ["failed"] * 5)
        for trial in shown["trials"]:
            self.assertEqual(trial["cause"], "search.no_objective")
            self.assertIn("accuracy", trial["text"])
        self.assertIn("all 5 trials have failed", shown["reason"])
        self.assertIn("all 5 trials have failed", self.box.must("yard", "study", "show", study[:8]))
        self.assertIsNone(shown["best"])
        self.assertNotEqual(self.box.run("yard", "study", "best", study[:8]).returncode, 0)

    def test_all_fail(self):
        done = self.box.run("yard", "submit", self.document(program=FAILS, trials=9), "--watch", "--json")
        self.assertEqual(done.returncode, 1, done.stderr)
        shown = json.loads(done.stdout)
        self.assertEqual([trial["state"] for trial in shown["trials"]], ["failed"] * 5)
        self.assertEqual(len(self.ran()), 5)

    def test_more_and_fewer_trials(self):
        study = self.submit(self.document(trials=2))
        self.ended(study)
        self.box.must("yard", "study", "add", study[:8], 2)
        self.check(self.ended(study), 4)
        self.box.must("yard", "study", "add", "last", 100)
        wait_until(lambda: len(self.shown(study)["trials"]) > 5, 60, "more trials")
        self.box.must("yard", "study", "stop", study[:8])
        shown = self.ended(study)
        self.assertLess(len(shown["trials"]), 100)
        self.check(shown, len(shown["trials"]))
        self.assertEqual(self.box.run("yard", "study", "stop", "ffffffff").returncode, 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
