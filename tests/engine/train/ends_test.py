# SPDX-License-Identifier: GPL-3.0-or-later
"""How trainings end, through the built program: in their length, by a stop, by what fails, and with which checkpoints."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

from engine_runs import ENGINE, Runs, largest_difference


class Length(unittest.TestCase):
    def test_tokens_become_steps(self):
        with Runs() as runs:
            steps = {
                step
                for step, _ in runs.train(
                    "tokens", 1, ["training.max_steps=null", f"training.max_tokens={8 * 32 * 6 + 1}"]
                )
            }
            self.assertEqual(max(steps), 7)
            self.assertEqual(
                max(
                    step for step, _ in runs.train("fewer", 1, ["training.max_steps=3", "training.max_tokens=1000000"])
                ),
                3,
            )

    def test_time_that_is_over_is_an_end(self):
        with Runs() as runs:
            settings = [
                "training.max_steps=1000000",
                "training.max_hours=0.0005",
                "evaluation.every_steps=null",
                "checkpoint.every_steps=null",
                "checkpoint.save_best=false",
            ]
            step = max(step for step, _ in runs.train("run", 2, settings))
            said = [
                event
                for event in runs.events("run")
                if event["event"] == "message" and event["code"] == "training.time_over"
            ]
            self.assertEqual([event["arguments"]["step"] for event in said], [step])
            self.assertEqual(
                json.loads((runs.folder / "run/results/train_results.json").read_text())["train_steps"], step
            )
            again = runs.train("run", 2, settings)  # its time is over
            self.assertEqual(max(step for step, _ in again), step)


class Ends(unittest.TestCase):
    def test_memory_that_is_not_there_is_named_with_what_was_expected(self):
        with Runs() as runs:
            # The very first tensor is more than an address can name, so that no system grants it.
            ended = runs.run(
                "train",
                runs.experiment,
                "--run-dir",
                runs.folder / "run",
                "--set",
                "model.overrides.n_embd=6000000",
                "--set",
                "model.overrides.n_positions=8000000",
            )
            self.assertEqual(ended.returncode, 4, ended.stderr)
            self.assertRegex(
                ended.stderr, r"out of memory: .*; the estimate for a step was [0-9.]+ GiB \([0-9.]+ GiB parameters"
            )

    def end(self, runs, name):
        return list(runs.events(name))[-1]

    def test_completed(self):
        with Runs() as runs:
            metrics = runs.train("run")
            events = list(runs.events("run"))
            said = {event["code"]: event["arguments"] for event in events if event["event"] == "message"}
            for part in ("total", "parameters", "gradients", "optimizer", "activations"):
                self.assertRegex(said["memory.plan"][part], r"^[1-9][0-9.]* MiB$|^0\.[0-9]*[1-9][0-9]* MiB$")
            self.assertRegex(said["memory.peak"]["peak"], r"^[1-9][0-9.]* [MG]iB$")
            self.assertEqual([event["sequence"] for event in events], list(range(len(events))))
            self.assertEqual(
                (events[0]["event"], events[-1]["event"], events[-1]["outcome"]), ("header", "end", "completed")
            )
            results = json.loads((runs.folder / "run/results/all_results.json").read_text())
            self.assertEqual(results["eval_loss"], metrics[30, "eval/loss"])
            self.assertLess(results["train_loss"], metrics[1, "train/loss"])
            evaluated = {step: loss for (step, name), loss in metrics.items() if name == "eval/loss"}
            best = min(evaluated, key=evaluated.get)
            self.assertEqual((results["best_global_step"], results["best_metric"]), (best, evaluated[best]))
            self.assertTrue((pathlib.Path(results["best_model_checkpoint"]) / "model.safetensors").exists())
            self.assertEqual(
                json.loads((runs.folder / "run/results/train_results.json").read_text())["best_global_step"], best
            )

    def test_the_memory_named_is_the_runs_own(self):
        with Runs() as runs:
            # Before it becomes the engine the process holds a GiB, which rusage would count for the engine.
            lavish = "import os, sys; b'x' * (1 << 30); os.execv(sys.argv[1], sys.argv[1:])"
            ended = subprocess.run(
                [
                    sys.executable,
                    "-c",
                    lavish,
                    ENGINE,
                    "train",
                    runs.experiment,
                    "--run-dir",
                    runs.folder / "run",
                    "--set",
                    "training.max_steps=2",
                ],
                cwd=runs.folder,
                env=runs.environment,
                capture_output=True,
                text=True,
                timeout=240,
            )
            self.assertEqual(ended.returncode, 0, ended.stderr)
            peaks = [event["arguments"]["peak"] for event in runs.events("run") if event.get("code") == "memory.peak"]
            self.assertEqual(len(peaks), 1)
            number, unit = peaks[0].split()
            self.assertLess(float(number) * {"MiB": 1, "GiB": 1024}[unit], 900, peaks)

    def test_non_finite_loss_is_never_saved(self):
        with Runs() as runs:
            runs.train(
                "run",
                1,
                [
                    "optimizer.learning_rate=100.0",
                    "optimizer.max_gradient_norm=0.0",
                    "schedule.warmup_steps=0",
                    "training.max_steps=300",
                    "checkpoint.every_steps=1",
                ],
                code=6,
            )
            end = self.end(runs, "run")
            self.assertEqual((end["outcome"], end["exit_code"]), ("failed", 6))
            self.assertIn("step", end["reason"])
            exported = runs.run("export", runs.folder / "run", "--output", runs.folder / "out")
            self.assertEqual(exported.returncode, 0, exported.stderr)

    def test_early_stopping(self):
        with Runs() as runs:
            runs.train(
                "run",
                1,
                ["evaluation.every_steps=2", "evaluation.early_stopping_patience=2", "optimizer.learning_rate=0.5"],
            )
            steps = [event["step"] for event in runs.events("run") if event["event"] == "metrics"]
            self.assertLess(max(steps), 30)
            best = (runs.folder / "run/checkpoints/best").read_text().strip()
            self.assertTrue((runs.folder / "run/checkpoints" / best / "manifest.json").exists())

    def test_evaluations_at_epochs_and_before_training(self):
        with Runs() as runs:
            settings = [
                "training.max_steps=null",
                "training.num_epochs=3",
                "evaluation.every_steps=null",
                "evaluation.every_epochs=1",
                "checkpoint.every_steps=null",
                "checkpoint.every_epochs=2",
                "checkpoint.save_best=false",
                "checkpoint.keep_last=9",
            ]
            one = runs.train("run", 1, [*settings, "evaluation.on_start=true"])
            evaluated = {
                event["epoch"]: event["step"]
                for event in runs.events("run")
                if event["event"] == "metrics" and "eval/loss" in event["values"]
            }
            self.assertEqual(list(evaluated), [0, 1, 2, 3])
            self.assertEqual(evaluated[0], 0)
            saved = [
                path.name
                for path in (runs.folder / "run/checkpoints").iterdir()
                if path.is_dir() and not path.is_symlink()
            ]
            self.assertEqual(sorted(int(name.removeprefix("step-")) for name in saved), [evaluated[2], evaluated[3]])
            other = runs.train("rows", 1, [*settings, "evaluation.batch_size=3"])
            for epoch in (1, 2, 3):
                self.assertAlmostEqual(
                    one[evaluated[epoch], "eval/loss"], other[evaluated[epoch], "eval/loss"], delta=1e-5
                )

    def test_noise_on_embeddings_follows_the_examples(self):
        """Ranks and a resume draw the same noise; evaluations have none."""
        with Runs() as runs:
            settings = [
                "training.neftune_noise_alpha=15",
                "training.max_steps=12",
                "batch.global=8",
                "batch.per_device=8",
            ]
            noisy = runs.train("noisy", 1, settings)
            plain = runs.train("plain", 1, settings[1:])
            self.assertGreater(abs(noisy[1, "train/loss"] / plain[1, "train/loss"] - 1), 1e-6)
            self.assertLess(largest_difference(noisy, runs.train("two", 2, [*settings, "batch.per_device=4"])), 1e-4)
            runs.train("resumed", 1, [*settings, "training.max_steps=6", "schedule.kind=constant"])
            whole = runs.train("whole", 1, [*settings, "schedule.kind=constant"])
            resumed = runs.train("resumed", 1, [*settings, "schedule.kind=constant"])
            self.assertEqual(
                {key: value for key, value in whole.items() if "train" in key[1]},
                {key: value for key, value in resumed.items() if "train" in key[1]},
            )

    def test_never_and_must(self):
        with Runs() as runs:
            self.assertEqual(
                runs.run("train", runs.experiment, "--run-dir", runs.folder / "run", "--resume", "must").returncode, 7
            )
            first = runs.train("run", 1, ["training.max_steps=5"])
            again = runs.run(
                "train",
                runs.experiment,
                "--run-dir",
                runs.folder / "run",
                "--resume",
                "never",
                "--set",
                "training.max_steps=5",
            )
            self.assertEqual(again.returncode, 0, again.stderr)
            self.assertEqual(runs.metrics("run"), first)
            self.assertTrue((runs.folder / "run/checkpoints.before-0003/step-00000005/manifest.json").exists())

    def test_a_damaged_checkpoint_is_passed_over_with_a_warning(self):
        with Runs() as runs:
            runs.train("run", 1, ["training.max_steps=10"])
            weights = runs.folder / "run/checkpoints/step-00000010/model.safetensors"
            whole = bytearray(weights.read_bytes())
            whole[-5] ^= 1
            weights.write_bytes(whole)
            runs.train("run", 1, ["training.max_steps=12"])
            starts = [event["resume_step"] for event in runs.events("run") if event["event"] == "start"]
            self.assertEqual(starts, [0, 5])
            warnings = [
                event["text"]
                for event in runs.events("run")
                if event["event"] == "message" and event["level"] == "warning"
            ]
            self.assertTrue(any("step-00000010/model.safetensors" in text for text in warnings), warnings)

    def test_a_folder_in_use_is_refused(self):
        with Runs() as runs:
            processes = runs.start("run", 1, ["training.max_steps=1000000", "evaluation.every_steps=null"])
            runs.wait_for_step("run", 2, processes)
            second = runs.run("train", runs.experiment, "--run-dir", runs.folder / "run")
            self.assertEqual(second.returncode, 2, second.stderr)
            self.assertIn("already in use", second.stderr)
            self.assertEqual([path.name for path in (runs.folder / "run/attempts").iterdir()], ["0001"])
            self.assertEqual(runs.kill(processes, signal.SIGTERM), [75])

    def test_checkpoints_are_written_beside_the_steps(self):
        with Runs() as runs:
            runs.train("run", 1, ["checkpoint.every_steps=1", "evaluation.every_steps=null"])
            saved = [event for event in runs.events("run") if event["event"] == "checkpoint"]
            self.assertEqual([event["step"] for event in saved], list(range(1, 31)))
            for event in saved:
                self.assertGreater(event["bytes"], 0)
            # Steps wait for a copy of a few hundred kilobytes, not for the disk: each file is synced.
            stalls, writes = (sorted(event[name] for event in saved) for name in ("stall_seconds", "write_seconds"))
            self.assertLess(stalls[0], writes[0] / 2)
            self.assertEqual((runs.folder / "run/checkpoints/latest").read_text().strip(), "step-00000030")

    def test_a_checkpoint_that_cannot_be_written_ends_the_training(self):
        with Runs() as runs:
            (runs.folder / "run").mkdir()
            (runs.folder / "run/checkpoints").write_text("in the way")
            runs.train("run", 1, ["training.max_steps=1000000", "evaluation.every_steps=null"], code=3)
            self.assertIn("checkpoints", self.end(runs, "run")["reason"])
            self.assertLess(max(step for step, _ in runs.metrics("run")), 200)

    def test_without_an_interval_the_end_the_best_and_a_stop_are_saved(self):
        with Runs() as runs:
            settings = ["checkpoint.every_steps=null", "checkpoint.keep_last=1"]
            runs.train("run", 1, settings)
            checkpoints = runs.folder / "run/checkpoints"
            self.assertEqual((checkpoints / "latest").read_text().strip(), "step-00000030")
            self.assertTrue((checkpoints / (checkpoints / "best").read_text().strip() / "manifest.json").exists())
            saved = [event["step"] for event in runs.events("run") if event["event"] == "checkpoint"]
            self.assertTrue(set(saved) <= {10, 20, 30}, saved)  # evaluations, and the end
            processes = runs.start(
                "stopped", 1, [*settings, "training.max_steps=1000000", "evaluation.every_steps=null"]
            )
            runs.wait_for_step("stopped", 3, processes)
            self.assertEqual(runs.kill(processes, signal.SIGTERM), [75])
            self.assertTrue((runs.folder / "stopped/checkpoints/latest").exists())

    def test_a_stop_does_not_wait_for_the_end_of_a_long_step(self):
        with Runs() as runs:
            # A step of seconds: the signal comes well before its end even where this test is kept waiting itself.
            document = [
                "batch.per_device=1",
                "batch.gradient_accumulation_steps=700",
                "data.sequence_length=8",
                "model.overrides.n_layer=12",
                "evaluation.every_steps=null",
                "training.max_steps=1000",
            ]
            for name, ranks in (("one", 1), ("two", 2)):
                processes = runs.start(name, ranks, document)
                runs.wait_for_step(name, 1, processes)
                self.assertEqual(runs.kill(processes, signal.SIGTERM), [75] * ranks)
                self.assertEqual(max(step for step, _ in runs.metrics(name)), 1, "the second step was finished first")
                self.assertEqual((runs.folder / name / "checkpoints/latest").read_text().strip(), "step-00000001")

    def test_a_failure_is_told_before_what_is_being_written_is_waited_for(self):
        with Runs() as runs:
            diverging = [
                "optimizer.learning_rate=100.0",
                "optimizer.max_gradient_norm=0.0",
                "schedule.warmup_steps=0",
                "training.max_steps=300",
                "evaluation.every_steps=null",
            ]
            last = max(step for step, _ in runs.train("alone", 1, [*diverging, "checkpoint.every_steps=null"], code=6))
            (runs.folder / "run/attempts/0001").mkdir(parents=True)
            fifo = runs.folder / "events"
            os.mkfifo(fifo)
            # Nobody writes down what the engine reports: its writer waits two seconds for that before each checkpoint.
            runs.environment.update(TRAINYARD_EVENTS=str(fifo), TRAINYARD_ATTEMPT="1")
            (process,) = runs.start("run", 1, [*diverging, f"checkpoint.every_steps={last}"])
            with open(fifo) as events:
                told = next(
                    time.monotonic() for line in events if json.loads(line).get("code", "").startswith("non_finite")
                )
            self.assertEqual(process.wait(timeout=60), 6)
            self.assertGreater(time.monotonic() - told, 1, "it was told only when the checkpoint was written")
            self.assertEqual((runs.folder / "run/checkpoints/latest").read_text().strip(), f"step-{last:08}")

    def test_a_newer_attempt_ends_the_older(self):
        with Runs() as runs:
            processes = runs.start(
                "run", 1, ["training.max_steps=1000000", "checkpoint.every_steps=null", "evaluation.every_steps=null"]
            )
            runs.wait_for_step("run", 2, processes)
            (runs.folder / "run/attempts/0002").mkdir()
            self.assertEqual(processes[0].wait(timeout=60), 75)
            self.assertFalse((runs.folder / "run/checkpoints/latest").exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
