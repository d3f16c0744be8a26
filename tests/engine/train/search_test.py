# SPDX-License-Identifier: GPL-3.0-or-later
"""Searches whose trials are trained in one job: their journal, what is kept, pruning, failures, and searches that are killed and go on."""

import json
import os
import random
import shutil
import signal
import time
import unittest

from engine_runs import Runs

SPACE = "search.space={optimizer.learning_rate: {low: 1.0e-4, high: 3.0e-2, log: true}, batch.per_device: [4, 8]}"
SEARCH = (SPACE, "search.trials=6", "search.startup_trials=3", "training.max_steps=20", "logging.every_steps=5")
LONG = bool(os.environ.get("TRAINYARD_LONG"))


def without_times(records):
    return [{key: value for key, value in record.items() if key != "time"} for record in records]


class Search(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = cls.enterClassContext(Runs())
        cls.runs.train("undisturbed", settings=SEARCH)

    def journal(self, name):
        return [json.loads(line) for line in (self.runs.folder / name / "search/study.jsonl").read_text().splitlines()]

    def records(self, name, kind):
        return [record for record in self.journal(name) if record["kind"] == kind]

    def ends(self, name):
        """What became of each trial."""
        return {record["trial"]: record for record in self.records(name, "end")}

    def values(self, name):
        return [record["values"] for record in self.records(name, "trial")]

    def told(self, name, attempt="*"):
        """The records that an attempt's events have."""
        text = ""
        for event in self.runs.events(name, attempt):
            if event["event"] == "study":
                text += event["text"] + ("" if event.get("continues") else "\n")
        return [json.loads(line) for line in text.splitlines()]

    def test_each_trial_is_trained_with_its_values(self):
        ends = self.ends("undisturbed")
        self.assertEqual(sorted(ends), list(range(6)))
        self.assertEqual({end["state"] for end in ends.values()}, {"complete"})
        rates = [values["optimizer.learning_rate"] for values in self.values("undisturbed")]
        self.assertEqual(len(set(rates)), 6)
        curve = self.runs.metrics("undisturbed")
        for number, end in ends.items():
            own = [
                value
                for (step, key), value in curve.items()
                if key == "eval/loss" and number * 20 < step <= number * 20 + 20
            ]
            self.assertEqual(len(own), 2)
            self.assertAlmostEqual(end["value"], min(own), places=12)
            peak = max(
                value
                for (step, key), value in curve.items()
                if key == "train/learning_rate" and number * 20 < step <= number * 20 + 20
            )
            self.assertLessEqual(peak, rates[number])
            self.assertGreater(peak, rates[number] * 0.6)

    def test_its_results_are_those_of_the_best_trial(self):
        folder = self.runs.folder / "undisturbed"
        ends = self.ends("undisturbed")
        best = min(ends, key=lambda number: ends[number]["value"])
        summary = json.loads((folder / "results/best_trial.json").read_text())
        self.assertEqual((summary["trial"], summary["values"]), (best, self.values("undisturbed")[best]))
        self.assertEqual([path.name for path in (folder / "trials").iterdir()], [f"{best:04}"])
        model = (folder / "results/model/model.safetensors").read_bytes()
        settings = [f"{path}={value}" for path, value in summary["values"].items()]
        self.runs.train("alone", settings=(*SEARCH, "search.space={}", *settings))
        self.assertEqual(model, (self.runs.folder / "alone/results/model/model.safetensors").read_bytes())
        self.assertEqual((folder / "results/study.jsonl").read_bytes(), (folder / "search/study.jsonl").read_bytes())

    def test_the_same_records_come_as_events(self):
        self.assertEqual(self.told("undisturbed"), self.journal("undisturbed"))

    def test_killed_at_any_moment_it_becomes_the_same_study(self):
        moments = random.Random(int(os.environ.get("TRAINYARD_SEED", "11")))
        kills = 20 if LONG else 4
        attempt = 0
        whole = sum(1 for _ in self.runs.events("undisturbed"))
        while True:
            attempt += 1
            process = self.runs.start("killed", 1, SEARCH)
            # By its events, since the machine may be several times faster or slower than a moment ago.
            events = int(moments.uniform(0, 0.5) * whole) if attempt <= kills else whole * 10
            until = time.monotonic() + 240
            while process[0].poll() is None and time.monotonic() < until:
                if sum(1 for _ in self.runs.events("killed", f"{attempt:04}")) >= events:
                    time.sleep(moments.uniform(0, 0.05))
                    break
                time.sleep(0.01)
            if process[0].poll() is not None:
                break
            self.runs.kill(process)
        self.assertEqual(process[0].returncode, 0, (self.runs.folder / "killed.0.log").read_text()[-3000:])
        self.assertGreater(attempt, 1)
        self.assertEqual(without_times(self.journal("killed")), without_times(self.journal("undisturbed")))
        last = max(path.name for path in (self.runs.folder / "killed/attempts").iterdir())
        self.assertEqual(self.told("killed", last), self.journal("killed"))
        self.assertEqual(self.runs.metrics("killed"), self.runs.metrics("undisturbed"))

    def test_bad_trials_are_pruned(self):
        rates = "[1.0e-2, 5.0e-3, 2.0e-3, 1.0e-5, 2.0e-5, 8.0e-3]"
        self.runs.train(
            "pruned",
            settings=(
                f"search.space={{optimizer.learning_rate: {rates}}}",
                "search.sampler=grid",
                "search.trials=6",
                "search.pruner=asha",
                "search.prune_after_steps=5",
                "evaluation.every_steps=5",
                "training.max_steps=25",
            ),
        )
        ends = self.ends("pruned")
        pruned = [number for number, end in ends.items() if end["state"] == "pruned"]
        self.assertEqual(pruned, [1, 2, 3, 4, 5])
        self.assertEqual(ends[0]["state"], "complete")
        self.assertEqual({ends[number]["steps"] for number in (3, 4)}, {5})
        first = [event["resume_step"] for event in self.runs.events("pruned") if event["event"] == "start"]
        self.assertEqual(first[:2], [0, 25])
        self.assertEqual(first[4] - first[3], 5)

    def test_a_trial_that_diverges_fails_alone(self):
        self.runs.train(
            "diverges",
            settings=(
                "search.space={optimizer.learning_rate: [1.0e-3, 100, 2.0e-3]}",
                "search.sampler=grid",
                "search.trials=3",
                "optimizer.weight_decay=1",
                "training.max_steps=20",
            ),
        )
        ends = self.ends("diverges")
        self.assertEqual([ends[number]["state"] for number in range(3)], ["complete", "failed", "complete"])
        self.assertIn(ends[1]["cause"], ("non_finite_loss", "non_finite_gradient", "study.not_finite"))
        self.assertEqual(
            json.loads((self.runs.folder / "diverges/results/best_trial.json").read_text())["trial"] % 2, 0
        )

    def test_values_that_do_not_fit_together_fail_alone(self):
        self.runs.train(
            "unfit",
            settings=(
                "search.space={model.overrides.n_head: [2, 3]}",
                "search.sampler=grid",
                "search.trials=2",
                "training.max_steps=5",
            ),
        )
        self.assertEqual([end["state"] for end in self.ends("unfit").values()], ["complete", "failed"])
        self.assertIn("n_head", json.dumps(self.ends("unfit")[1]))

    def test_a_search_of_which_all_trials_fail_says_so(self):
        self.runs.train(
            "hopeless",
            settings=(
                "search.space={optimizer.learning_rate: {low: 90, high: 100}}",
                "search.trials=40",
                "optimizer.weight_decay=1",
            ),
            code=2,
        )
        self.assertEqual(len(self.ends("hopeless")), 5)
        self.assertIn("all 5 trials have failed", (self.runs.folder / "hopeless.0.log").read_text())

    def test_seeds_repeat_each_trial(self):
        self.runs.train(
            "seeds",
            settings=(
                "search.space={optimizer.learning_rate: [1.0e-3, 4.0e-3]}",
                "search.sampler=grid",
                "search.trials=2",
                "search.seeds=2",
                "training.max_steps=10",
            ),
        )
        results = self.records("seeds", "result")
        self.assertEqual([(each["trial"], each["seed"]) for each in results], [(0, 42), (0, 43), (1, 42), (1, 43)])
        self.assertEqual(len({each["value"] for each in results}), 4)
        ends = self.ends("seeds")
        for trial in (0, 1):
            self.assertAlmostEqual(
                ends[trial]["value"], sum(each["value"] for each in results if each["trial"] == trial) / 2
            )

    def test_more_trials_are_added_and_another_search_is_refused(self):
        shutil.copytree(self.runs.folder / "undisturbed", self.runs.folder / "more")
        (self.runs.folder / "more/search/trials").write_text("7")
        self.runs.train("more", settings=SEARCH)
        self.assertEqual(len(self.ends("more")), 7)
        self.assertEqual(
            without_times(self.journal("more"))[: len(self.journal("undisturbed"))],
            without_times(self.journal("undisturbed")),
        )
        self.runs.train("more", settings=(*SEARCH, "search.sampler=random"), code=2)
        self.assertIn("the study of another search", (self.runs.folder / "more.0.log").read_text())

    def test_it_can_start_over(self):
        settings = (*SEARCH, "search.trials=2")
        self.runs.train("over", settings=settings)
        before = self.journal("over")
        again = self.runs.run(
            "train",
            self.runs.experiment,
            "--run-dir",
            "over",
            "--resume",
            "never",
            *[word for setting in settings for word in ("--set", setting)],
        )
        self.assertEqual(again.returncode, 0, again.stderr[-2000:])
        self.assertEqual(without_times(self.journal("over")), without_times(before))
        self.assertGreater(self.journal("over")[1]["time"], before[-1]["time"])
        kept = self.runs.folder / "over/search.before-0002/study.jsonl"
        self.assertEqual([json.loads(line) for line in kept.read_text().splitlines()], before)
        refused = self.runs.run(
            "train",
            self.runs.experiment,
            "--run-dir",
            "none",
            "--resume",
            "must",
            *[word for setting in settings for word in ("--set", setting)],
        )
        self.assertEqual(refused.returncode, 2)
        self.assertIn("no study to go on with", refused.stderr)

    def test_ranks_train_each_trial_together(self):
        self.runs.train("ranks", ranks=2, settings=(*SEARCH, "search.trials=3"))
        self.assertEqual({end["state"] for end in self.ends("ranks").values()}, {"complete"})
        for own, other in zip(self.values("ranks"), self.values("undisturbed")):
            self.assertEqual(own, other, "the first three are drawn at random")
        processes = self.runs.start("lost", 2, (*SEARCH, "search.trials=3"))
        self.runs.wait_for_step("lost", 25, processes)
        processes[1].kill()
        self.assertEqual(processes[0].wait(timeout=120), 5)
        processes[1].wait()
        self.assertEqual([retry["trial"] for retry in self.records("lost", "retry")], [1])
        self.runs.train("lost", ranks=2, settings=(*SEARCH, "search.trials=3"))
        self.assertEqual(
            [(each["trial"], each["value"]) for each in self.records("lost", "end")],
            [(each["trial"], each["value"]) for each in self.records("ranks", "end")],
        )

    def test_ranks_are_divided_among_trials_at_once(self):
        settings = (
            *SEARCH,
            "search.parallel=2",
            "search.sampler=random",
            "search.trials=5",
            "resources.processes_per_node=2",
        )
        self.runs.train("divided", ranks=2, settings=settings)
        ends = self.ends("divided")
        self.assertEqual({end["state"] for end in ends.values()}, {"complete"})
        self.assertEqual(sorted(ends), list(range(5)))
        running = most = 0
        for record in self.journal("divided"):
            running += {"trial": 1, "end": -1}.get(record["kind"], 0)
            most = max(most, running)
        self.assertEqual(most, 2)
        self.assertEqual(self.told("divided"), self.journal("divided"))
        # Alone, each trial is the same.
        self.runs.train("one by one", settings=(*SEARCH, "search.sampler=random", "search.trials=5"))
        self.assertEqual(self.values("divided"), self.values("one by one"))
        self.assertEqual(
            {number: end["value"] for number, end in ends.items()},
            {number: end["value"] for number, end in self.ends("one by one").items()},
        )
        summary = json.loads((self.runs.folder / "divided/results/best_trial.json").read_text())
        self.assertEqual(summary["value"], min(end["value"] for end in ends.values()))
        self.assertTrue((self.runs.folder / "divided/results/model/model.safetensors").is_file())
        self.assertEqual(len(list((self.runs.folder / "divided/trials").iterdir())), 1)

    def test_a_group_of_ranks_shares_out_its_trial(self):
        settings = (*SEARCH, "search.sampler=random", "search.trials=3", "optimizer.max_gradient_norm=0")
        self.runs.train("whole", ranks=2, settings=settings)
        shared = ("search.parallel=2", "parallel.zero_stage=3", "resources.processes_per_node=4")
        self.runs.train("shared", ranks=4, settings=(*settings, *shared))
        self.assertEqual(
            {number: end["value"] for number, end in self.ends("shared").items()},
            {number: end["value"] for number, end in self.ends("whole").items()},
        )

    def test_its_model_is_that_of_the_evaluation_that_counted(self):
        """At this rate the loss falls and rises again, so the last evaluation is not the best."""
        settings = (
            "search.space={optimizer.weight_decay: [0.0, 0.1]}",
            "search.sampler=grid",
            "search.trials=2",
            "optimizer.learning_rate=0.1",
            "schedule.kind=constant",
            "training.max_steps=24",
            "evaluation.every_steps=2",
        )
        self.runs.train("rising", settings=settings)
        folder = self.runs.folder / "rising"
        best = json.loads((folder / "results/best_trial.json").read_text())
        metrics = json.loads((folder / "results/validation/metrics.json").read_text())
        self.assertAlmostEqual(metrics["loss"], best["value"], places=6)
        reports = [each for each in self.records("rising", "report") if each["trial"] == best["trial"]]
        self.assertGreater(reports[-1]["value"], best["value"] * 1.001, "the last one is the best")
        # What is better to the search is worse to the metric.
        self.runs.train("turned", settings=(*settings, "search.direction=maximize"))
        said = [event for event in self.runs.events("turned") if event.get("code") == "search.other_model"]
        self.assertEqual(len(said), 1)
        self.assertGreater(said[0]["arguments"]["value"], said[0]["arguments"]["found"])

    def test_a_space_that_is_used_up_ends_the_search(self):
        self.runs.train(
            "used up",
            settings=(
                "search.space={batch.per_device: [2, 4], optimizer.kind: [adamw, sgd]}",
                "search.trials=9",
                "training.max_steps=2",
                "evaluation.every_steps=2",
            ),
        )
        values = [tuple(sorted(each.items())) for each in self.values("used up")]
        self.assertGreaterEqual(len(values), 4)
        self.assertEqual(len(set(values)), 4)
        self.assertLess(len(values), 9)
        self.assertIn("only 4 combinations", (self.runs.folder / "used up.0.log").read_text())

    @unittest.skipUnless(LONG, "a silent rank is waited for")
    def test_a_lost_rank_of_another_trial_ends_the_search(self):
        settings = (
            *SEARCH,
            "search.parallel=2",
            "search.sampler=random",
            "search.trials=8",
            "training.max_steps=4000",
            "evaluation.every_steps=20",
            "checkpoint.every_steps=null",
            "resources.processes_per_node=2",
        )
        for number in (signal.SIGKILL, signal.SIGSTOP):
            with self.subTest(number):
                name = f"lost by {number}"
                processes = self.runs.start(name, 2, settings)
                self.wait_for_reports(name, processes)
                processes[1].send_signal(number)
                self.assertEqual(processes[0].wait(timeout=180), 5)
                processes[1].kill()
                processes[1].wait()
                self.assertIn("rank 1 of 2", (self.runs.folder / f"{name}.0.log").read_text())

    def wait_for_reports(self, name, processes):
        """Until both trials have evaluated."""
        while all(process.poll() is None for process in processes):
            journal = self.runs.folder / name / "search/study.jsonl"
            if journal.exists() and {each["trial"] for each in self.records(name, "report")} >= {0, 1}:
                return
            time.sleep(0.05)

    def test_divided_ranks_that_are_killed_go_on(self):
        settings = (
            *SEARCH,
            "search.parallel=2",
            "search.sampler=random",
            "search.trials=5",
            "resources.processes_per_node=2",
        )
        moments = random.Random(int(os.environ.get("TRAINYARD_SEED", "5")))
        for _ in range(3):
            processes = self.runs.start("divided kills", 2, settings)
            time.sleep(moments.uniform(1, 4))
            self.runs.kill(processes)
        self.runs.train("divided kills", 2, settings)
        self.assertEqual([end for end in self.ends("divided kills").values() if end["state"] != "complete"], [])
        self.runs.train("undivided", settings=(*SEARCH, "search.sampler=random", "search.trials=5"))
        self.assertEqual(
            {number: end["value"] for number, end in self.ends("divided kills").items()},
            {number: end["value"] for number, end in self.ends("undivided").items()},
        )
        for kind in ("trial", "end"):
            self.assertEqual(len(self.records("divided kills", kind)), 5)


if __name__ == "__main__":
    unittest.main()
