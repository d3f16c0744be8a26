# SPDX-License-Identifier: GPL-3.0-or-later
"""What training promises, through the built program: exact resume, ranks and accumulation that change nothing."""

import json
import random
import shutil
import signal
import unittest

from engine_runs import Runs, largest_difference

DROPOUT = "resid_pdrop: 0.1, embd_pdrop: 0.1, attn_pdrop: 0.1"


class ExactResume(unittest.TestCase):
    def interrupted(self, ranks, number, code):
        with Runs(DROPOUT) as runs:
            whole = runs.train("whole", ranks)
            moments = random.Random(ranks)
            for attempt in (1, 2, 3):
                processes = runs.start("cut", ranks)
                runs.wait_for_step("cut", moments.randint(1, 28), processes, attempt)
                for ended in runs.kill(processes, number):
                    self.assertIn(ended, (code, 0))
                latest = runs.folder / "cut/checkpoints/latest"
                if latest.exists():
                    exported = runs.run(
                        "export",
                        runs.folder / "cut/checkpoints" / latest.read_text().strip(),
                        "--output",
                        runs.folder / "out",
                    )
                    self.assertEqual(exported.returncode, 0, exported.stderr)
                    shutil.rmtree(runs.folder / "out")
            self.assertEqual(runs.train("cut", ranks), whole)
            self.assertFalse(list((runs.folder / "cut/checkpoints").glob("*.tmp-*")))
            starts = [event["resume_step"] for event in runs.events("cut") if event["event"] == "start"]
            self.assertGreater(max(starts), 0, "nothing was resumed")

    def test_killed_with_one_rank(self):
        self.interrupted(1, signal.SIGKILL, -signal.SIGKILL)

    def test_killed_with_two_ranks(self):
        self.interrupted(2, signal.SIGKILL, -signal.SIGKILL)

    def test_stopped_with_one_rank(self):
        self.interrupted(1, signal.SIGTERM, 75)

    def test_stopped_with_two_ranks(self):
        self.interrupted(2, signal.SIGUSR1, 75)

    def test_recomputation_changes_no_bit(self):
        with Runs(DROPOUT) as runs:
            whole = runs.train("kept", 1, ["training.max_steps=8"])
            for recompute in ("selective", "full"):
                self.assertEqual(
                    runs.train(recompute, 1, ["training.max_steps=8", f"parallel.recompute={recompute}"]), whole
                )

    def test_every_optimizer_goes_on_and_takes_no_other_state(self):
        for settings in (
            ["optimizer.kind=sgd", "optimizer.momentum=0.9"],
            ["optimizer.kind=sgd"],
            ["optimizer.kind=adafactor", "optimizer.weight_decay=0.1"],
            ["optimizer.kind=adamw_8bit"],
        ):
            with self.subTest(settings), Runs(DROPOUT) as runs:
                whole = runs.train("whole", 1, settings)
                self.assertEqual(runs.train_through_a_kill("cut", settings), whole)
                refused = runs.run(
                    "train", runs.experiment, "--run-dir", runs.folder / "cut", "--set", "optimizer.kind=adamw"
                )
                self.assertEqual(refused.returncode, 7)
                self.assertIn('optimizer.kind is "adamw"; change it back', refused.stderr)

    def test_moments_in_8_bits_learn_as_well(self):
        with Runs() as runs:
            whole, small = runs.train("fp32"), runs.train("8bit", 1, ["optimizer.kind=adamw_8bit"])
            difference = largest_difference(whole, small)
            self.assertGreater(difference, 1e-7, "no moment is in 8 bits")
            self.assertLess(difference, 0.01)
            sizes = [
                (runs.folder / name / "checkpoints/step-00000030/training/optimizer.safetensors").stat().st_size
                for name in ("fp32", "8bit")
            ]
            self.assertLess(sizes[1], sizes[0])

    def test_pure_bf16_goes_on_and_is_written_so(self):
        with Runs(DROPOUT) as runs:
            pure = ["precision.kind=pure_bf16"]
            whole = runs.train("whole", 1, pure)
            self.assertGreater(
                largest_difference(whole, runs.train("bf16", 1, ["precision.kind=bf16"])),
                1e-6,
                "there are fp32 weights",
            )
            self.assertEqual(runs.train_through_a_kill("cut", pure), whole)
            self.assertLess(largest_difference(whole, runs.train("ranks", 2, [*pure, "batch.global=8"])), 2e-2)
            for name in ("model.safetensors", "training/optimizer.safetensors"):
                one, other = (runs.folder / run / "checkpoints/step-00000030" / name for run in ("whole", "bf16"))
                self.assertAlmostEqual(one.stat().st_size / other.stat().st_size, 0.5, delta=0.05, msg=name)
            self.assertEqual(
                json.loads((runs.folder / "whole/results/model/config.json").read_text())["dtype"], "bfloat16"
            )

    def test_stopped_with_bf16(self):
        with Runs(DROPOUT) as runs:
            bf16 = ["precision.kind=bf16"]
            whole = runs.train("whole", 1, bf16)
            self.assertGreater(largest_difference(whole, runs.train("fp32")), 1e-6, "bf16 is fp32")
            self.assertLess(largest_difference(whole, runs.metrics("fp32")), 0.05)
            for number, code in ((signal.SIGTERM, 75), (signal.SIGKILL, -signal.SIGKILL)):
                processes = runs.start("cut", 1, bf16)
                runs.wait_for_step("cut", 8 if code == 75 else 17, processes, 1 if code == 75 else 2)
                self.assertEqual(runs.kill(processes, number), [code])
            self.assertEqual(runs.train("cut", 1, bf16), whole)


class SameCurve(unittest.TestCase):
    def test_ranks_and_accumulation_change_nothing(self):
        with Runs(DROPOUT) as runs:
            one = runs.train("one")
            for name, ranks, per_device, accumulation in (
                ("accumulated", 1, 2, 4),
                ("two", 2, 4, 1),
                ("four", 4, 1, 2),
            ):
                other = runs.train(
                    name, ranks, [f"batch.per_device={per_device}", f"batch.gradient_accumulation_steps={accumulation}"]
                )
                for metric in ("train/loss", "eval/loss", "train/gradient_norm"):
                    self.assertLess(largest_difference(one, other, metric), 1e-4, f"{name}: {metric}")

    def test_the_same_document_is_the_same_curve_on_any_number_of_ranks(self):
        with Runs(DROPOUT) as runs:
            document = ["batch.global=8", "batch.per_device=4"]
            one = runs.train("one", 1, document)
            for name, ranks in (("two", 2), ("four", 4)):
                other = runs.train(name, ranks, document)
                for metric in ("train/loss", "eval/loss", "train/gradient_norm"):
                    self.assertLess(largest_difference(one, other, metric), 1e-4, f"{name}: {metric}")
            refused = runs.start("three", 3, document)
            self.assertEqual({process.wait(timeout=60) for process in refused}, {2})
            self.assertIn("nearest value that does is 9", (runs.folder / "three.0.log").read_text())

    def test_large_layers_are_the_same_on_two_ranks_and_after_a_kill(self):
        """Of more than 4 MiB: their gradients have memory only from the backward pass to the update."""
        with Runs(DROPOUT) as runs:
            settings = [
                "model.overrides.n_embd=512",
                "batch.global=8",
                "batch.per_device=4",
                "training.max_steps=10",
                "checkpoint.every_steps=2",
                "evaluation.every_steps=5",
            ]
            whole = runs.train("whole", 1, settings)
            self.assertLess(largest_difference(whole, runs.train("ranks", 2, settings)), 1e-4)
            self.assertEqual(runs.train_through_a_kill("cut", settings, step=5), whole)

    def test_ranks_with_different_documents_are_refused(self):
        with Runs() as runs:
            processes = runs.start("run", 2, of_rank={1: ["optimizer.learning_rate=1.0e-3"]})
            self.assertEqual(processes[1].wait(timeout=60), 2)
            self.assertEqual(processes[0].wait(timeout=60), 5)
            self.assertIn("optimizer.learning_rate", (runs.folder / "run.1.log").read_text())

    def test_a_changed_number_of_ranks_is_reported(self):
        with Runs() as runs:
            steps = ["training.max_steps=60"]
            whole = runs.train("whole", 1, steps)
            processes = runs.start("run", 1, steps)
            runs.wait_for_step("run", 7, processes)
            self.assertEqual(runs.kill(processes, signal.SIGTERM), [75])
            curve = runs.train("run", 2, [*steps, "batch.per_device=4"])
            for metric in ("train/loss", "eval/loss", "train/gradient_norm"):
                self.assertLess(largest_difference(whole, curve, metric), 1e-4, metric)
            changed = [
                event["arguments"]["what"]
                for event in runs.events("run")
                if event["event"] == "message" and event["code"] == "resume.changed"
            ]
            self.assertIn("ranks", changed)
            self.assertIn("batch.per_device", changed)


class Asked(unittest.TestCase):
    def test_an_evaluation_that_is_asked_for_changes_nothing(self):
        with Runs(DROPOUT) as runs:
            settings = [
                "training.max_steps=150",
                "evaluation.every_steps=140",
                "evaluation.early_stopping_patience=1",
                "batch.per_device=4",
            ]
            whole = runs.train("whole", 2, settings)
            processes = runs.start("run", 2, settings)
            runs.wait_for_step("run", 3, processes)
            processes[1].send_signal(signal.SIGUSR2)  # one rank is enough
            self.assertEqual([process.wait(timeout=240) for process in processes], [0, 0])
            curve = runs.metrics("run")
            added = sorted(set(curve) - set(whole))
            self.assertEqual([name for _, name in added], ["eval/accuracy", "eval/loss", "eval/perplexity"])
            self.assertLess(added[0][0], 140)
            self.assertEqual({key: curve[key] for key in whole}, whole)

    def test_what_cannot_be_evaluated_is_said(self):
        with Runs() as runs:
            processes = runs.start(
                "run", 1, ["training.max_steps=150", "evaluation.every_steps=null", "checkpoint.save_best=false"]
            )
            runs.wait_for_step("run", 3, processes)
            processes[0].send_signal(signal.SIGUSR2)
            self.assertEqual(processes[0].wait(timeout=240), 0)
            self.assertIn(
                "evaluation.no_data", [event["code"] for event in runs.events("run") if event["event"] == "message"]
            )


if __name__ == "__main__":
    unittest.main(verbosity=2)
