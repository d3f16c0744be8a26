# SPDX-License-Identifier: GPL-3.0-or-later
"""./dev bench gpu --ten-minutes: its limits, its lines and its table, with programs of a line of shell in the place of measurements."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import gpu_machine
import gpu_parts
import ten_minutes
import training
from timed_parts import Bar, Limit, Line, Results, Skipped, TimeIsUp, bars_table, judge, read_lines, run, run_parts

HERE = pathlib.Path(__file__).parent


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def is_alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.results = Results(self.folder / "results", say=lambda _: None)

    def states(self):
        return [(line.part, line.what, line.state) for line in self.results.lines]


class Parts(Case):
    def test_each_has_its_seconds_and_none_more_than_all(self):
        clock, left = Clock(), []

        def part_of(seconds):
            def function(part):
                left.append(part.limit.left())
                with part.attempt("first"):
                    clock.now += seconds
                    part.add("first", "measured")
                with part.attempt("second"):
                    part.add("second", "measured")
                with part.attempt("third"):
                    part.add("third", "measured")

            return function

        parts = [("a", 10, part_of(1)), ("b", 10, part_of(11)), ("c", 10, part_of(1)), ("d", 10, part_of(20))]
        is_whole = run_parts([*parts, ("e", 10, part_of(1))], self.results, 30, clock)
        self.assertFalse(is_whole)
        self.assertEqual(left, [10, 10, 10, 10])
        names = ("first", "second", "third")
        self.assertEqual(
            self.states(),
            [
                *(("a", name, "measured") for name in names),
                ("b", "first", "measured"),
                ("b", "second", "cut off"),
                *(("c", name, "measured") for name in names),
                ("d", "first", "measured"),
                ("d", "second", "cut off"),
                ("e", "e", "cut off"),
            ],
        )

    def test_what_fails_or_cannot_run_is_a_line_and_the_rest_goes_on(self):
        def function(part):
            with part.attempt("absent", "theirs"):
                raise Skipped("there is none")
            with part.attempt("broken"):
                raise RuntimeError("first words\nlast words")
            with part.attempt("slow"):
                raise TimeIsUp
            with part.attempt("fine"):
                part.add("fine", "measured", **{"GB/s": 12.5})

        self.assertFalse(
            run_parts([("p", 60, function), ("q", 60, lambda part: part.add("last", "passed"))], self.results, 60)
        )
        found = [(line.what, line.subject, line.state, line.note) for line in self.results.lines]
        self.assertEqual(
            found,
            [
                ("absent", "theirs", "skipped", "there is none"),
                ("broken", "", "FAILED", "last words"),
                ("slow", "", "cut off", "its time was up"),
                ("fine", "", "measured", ""),
                ("last", "", "passed", ""),
            ],
        )
        self.assertEqual(read_lines(self.folder / "results/lines.jsonl"), self.results.lines)
        self.assertIn("12.5 GB/s", (self.folder / "results/lines.txt").read_text())

    def test_skipped_parts_alone_are_no_failure(self):
        def function(part):
            with part.attempt("absent"):
                raise Skipped("there is none")

        self.assertTrue(run_parts([("p", 60, function)], self.results, 60))

    def test_a_torn_last_line_is_left_out(self):
        self.results.add(Line("p", "one", "measured"))
        with open(self.folder / "results/lines.jsonl", "a") as file:
            file.write('{"part": "p", "wha')
        self.assertEqual(read_lines(self.folder / "results/lines.jsonl"), self.results.lines)


class Commands(Case):
    def test_the_output_and_the_code_are_those_of_the_command(self):
        ended = run(["sh", "-c", "echo out; echo words >&2; exit 3"], self.folder / "logs/x.log", Limit(20))
        self.assertEqual((ended.code, ended.output), (3, "out\nwords\n"))
        self.assertGreater(ended.peak_memory, 0)

    def test_with_its_time_up_all_of_its_processes_end(self):
        log, start = self.folder / "x.log", time.monotonic()
        with self.assertRaises(TimeIsUp):
            # The second has a session of its own, as ranks do.
            run(["sh", "-c", "echo $$; setsid sh -c 'echo $$; exec sleep 60' & wait"], log, Limit(1.5))
        self.assertLess(time.monotonic() - start, 20)
        pids = list(map(int, log.read_text().split()))
        self.assertEqual(len(pids), 2)
        deadline = time.monotonic() + 20
        while any(map(is_alive, pids)) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertFalse(any(map(is_alive, pids)))

    def test_nothing_begins_without_time(self):
        with self.assertRaises(TimeIsUp):
            run(["touch", self.folder / "begun"], self.folder / "x.log", Limit(0.5))
        self.assertFalse((self.folder / "begun").exists())


class Bars(Case):
    SPEED = Bar("Llama", "tokens/s", "Trainer", 1.8)
    MEMORY = Bar("Llama", "MiB", "Trainer", 0.6, is_at_least=False)

    def lines(self, ours, theirs):
        return [
            Line("beside", "Llama", "measured", "engine", ours),
            Line("beside", "Llama", "measured", "Trainer", theirs),
            # Of the same model, and no side of a bar.
            Line("fused", "Llama", "measured", "fused_kernels=false", {"tokens/s": 1, "MiB": 1e6}),
        ]

    def test_ratios_and_what_is_met(self):
        lines = self.lines({"tokens/s": 180, "MiB": 61}, {"tokens/s": 100, "MiB": 100})
        self.assertEqual(judge(self.SPEED, lines)[1:], [180, 100, 1.8, ">= 1.8", "met"])
        self.assertEqual(judge(self.MEMORY, lines)[1:], [61, 100, 0.61, "<= 0.6", "MISSED"])
        lines = self.lines({"tokens/s": 179, "MiB": 60}, {"tokens/s": 100, "MiB": 100})
        self.assertEqual([judge(bar, lines)[-1] for bar in (self.SPEED, self.MEMORY)], ["MISSED", "met"])
        self.assertIn("rehearsed", bars_table([self.SPEED], lines, rehearsed=True))
        self.assertNotIn("MISSED", bars_table([self.SPEED], lines, rehearsed=True))

    def test_what_is_not_there_is_said_with_its_reason(self):
        engine = Line("beside", "Llama", "measured", "engine", {"tokens/s": 180})
        slow = Line("beside", "Llama", "cut off", "Trainer", note="its time was up")
        for lines, words in (
            ([], "engine was not reached"),
            ([engine], "Trainer was not reached"),
            ([engine, slow], "Trainer: its time was up"),
        ):
            self.assertIn(words, judge(self.SPEED, lines)[-1])
            self.assertIn("not measured", bars_table([self.SPEED], lines))

    def test_each_model_has_its_bars(self):
        wanted = {("GPT-2, 355 M, dropout 0.1", 1.3), ("Llama, 67 M", 1.8), ("BERT, 124 M", 1.8)}
        for quantity, other, bars in (
            ("tokens/s", "Trainer", wanted),
            ("tokens/s", "Trainer with torch_compile", {(name, 1.0) for name, _ in wanted}),
            ("MiB", "Trainer", {(name, 0.6) for name, _ in wanted}),
        ):
            found = {(bar.what, bar.bar) for bar in gpu_parts.BARS if (bar.quantity, bar.other) == (quantity, other)}
            self.assertEqual(found, bars)


class Program(Case):
    def parts(self, **machine):
        given = dict(programs=self.folder / "bin", data=self.folder / "data", rehearse=False, gpus=["GPU 0"]) | machine
        return gpu_parts.Parts(gpu_machine.Machine(**given), self.folder / "run")

    def test_the_parts_are_within_ten_minutes(self):
        parts = self.parts().all()
        self.assertLess(sum(seconds for _, seconds, _ in parts), 590)
        self.assertEqual(len({name for name, _, _ in parts}), len(parts))

    def test_what_a_machine_lacks_is_said(self):
        for machine, part, words in (
            (dict(gpus=[]), "ranks", "no GPU"),
            (dict(rehearse=True, gpus=[]), "ranks", "only on a GPU"),
            (dict(nccl=("libnccl.so.2", (2, 28, 9))), "ranks", "NCCL 2.30"),
            ({}, "ranks", "it is none"),
            ({}, "kernels", "not built"),
            ({}, "sanitizer", "no compute-sanitizer"),
            (dict(sanitizer="compute-sanitizer"), "sanitizer", "not built"),
            ({}, "tests", "not built"),
        ):
            with self.subTest(part=part, **machine):
                results = Results(self.folder / f"results-{words}", say=lambda _: None)
                chosen = [each for each in self.parts(**machine).all() if each[0] == part]
                self.assertTrue(run_parts(chosen, results, 60))
                self.assertEqual({line.state for line in results.lines}, {"skipped"})
                self.assertTrue(all(words in line.note for line in results.lines), results.lines)

    def test_ranks_share_one_gpu_with_a_newer_nccl_only(self):
        newer = dict(nccl=("libnccl.so.2", (2, 30, 7)))
        for gpus, ranks, is_shared in ((1, 2, True), (1, 4, True), (2, 2, False), (2, 4, True), (4, 4, False)):
            with self.subTest(gpus=gpus, ranks=ranks):
                variables = self.parts(gpus=["GPU"] * gpus, **newer).gpus_for(ranks)
                self.assertEqual(variables.get("NCCL_MULTI_RANK_GPU_ENABLE"), "1" if is_shared else None)
                self.assertEqual(variables.get("LD_PRELOAD"), "libnccl.so.2" if is_shared else None)
                self.assertNotIn(",", variables.get("CUDA_VISIBLE_DEVICES", ""))
        self.assertEqual(self.parts(gpus=["GPU"] * 2).gpus_for(2), {})

    def test_a_rehearsal_has_tiny_models_of_the_same_names(self):
        parts = self.parts(rehearse=True)
        for case in gpu_machine.CASES:
            small = parts.case(case)
            self.assertEqual((small.name, small.kind, small.gpu), (case.name, case.kind, False))
            self.assertLess(small.config["vocab_size"], case.config["vocab_size"])
            self.assertEqual(small.steps % small.log_every, 0)
            self.assertEqual(small.warm % small.log_every, 0)
        self.assertEqual(len({gpu_machine.key(case) for case in gpu_machine.CASES}), len(gpu_machine.CASES))

    def test_times_are_those_of_losses_that_are_there(self):
        case = training.GPU[0]
        self.assertEqual((case.log_every, case.warm % 10, case.steps % 10), (10, 0, 0))
        self.assertIn("resources", training.experiment(case, {}))

    def test_a_signal_leaves_lines_and_a_table(self):
        script = (
            "import pathlib, sys, gpu_parts, gpu_machine, ten_minutes\n"
            "def slow(self, part):\n"
            "    part.add('Llama, 67 M', 'measured', 'engine', **{'tokens/s': 5.0})\n"
            "    with part.attempt('slow'):\n"
            "        self.run(['sh', '-c', 'echo $$; exec sleep 60'], part, 'slow')\n"
            "gpu_parts.Parts.all = lambda self: [('p', 60, lambda part: slow(self, part))]\n"
            "machine = gpu_machine.Machine(pathlib.Path('bin'), pathlib.Path('data'), False, ['GPU 0'])\n"
            "sys.exit(0 if ten_minutes.measure(machine, pathlib.Path(sys.argv[1]), 60) else 1)\n"
        )
        folder = self.folder / "stopped"
        environment = {**os.environ, "PYTHONPATH": str(HERE)}
        process = subprocess.Popen(
            [sys.executable, "-c", script, folder], env=environment, stdout=subprocess.PIPE, text=True
        )
        log, deadline = folder / "logs/001-slow.log", time.monotonic() + 20
        while not (log.exists() and log.read_text().endswith("\n")) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        output = process.communicate(timeout=20)[0]
        self.assertEqual(process.returncode, 1)
        self.assertFalse(is_alive(int(log.read_text())))
        lines = read_lines(folder / "lines.jsonl")
        self.assertEqual([line.state for line in lines], ["measured", "measured", "cut off"])
        self.assertIn("SIGTERM", lines[-1].note)
        self.assertIn("Trainer was not reached", output)
        self.assertIn((folder / "bars.txt").read_text(), output)
        self.assertFalse((folder / "temporary").exists())
        again = subprocess.run(
            [sys.executable, HERE / "ten_minutes.py", "--table", folder / "lines.jsonl"], capture_output=True, text=True
        )
        self.assertEqual(again.stdout.strip(), (folder / "bars.txt").read_text().strip())

    def test_a_second_run_has_a_folder_of_its_own(self):
        first = ten_minutes.new_folder(self.folder)
        first.mkdir(parents=True)
        self.assertNotEqual(ten_minutes.new_folder(self.folder), first)


if __name__ == "__main__":
    unittest.main(verbosity=2)
