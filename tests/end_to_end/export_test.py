# SPDX-License-Identifier: GPL-3.0-or-later
"""`yard export --tensorboard`: what TensorBoard's own reader finds in the files, while a run goes on, after its end and after a resume that
takes steps back; values, steps and times are those of `yard metrics`."""

import contextlib
import json
import math
import os
import sqlite3
import struct
import unittest

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.backend.event_processing.event_file_loader import LegacyEventFileLoader

from sandbox import Sandbox, wait_until

# Writes three steps, waits for a file beside it, writes three more; what is not a number is one of them. Continued, it goes on after the second.
SCRIPT = """#!/bin/bash
if [ -n "$TRAINYARD_RESUME" ]; then echo '{"step": 3, "train/loss": 9}'; exit 0; fi
echo '{"step": 1, "train/loss": 4.25, "train/learning_rate": 1e-3}'
echo '{"step": 2, "train/loss": "NaN"}'
echo '{"step": 3, "train/loss": 3.1, "eval/loss": 3.5}'
while [ ! -e "$(dirname "$0")/go" ]; do sleep 0.05; done
for step in 4 5 6; do echo "{\\"step\\": $step, \\"train/loss\\": 2.$step}"; done
mkdir -p "$1/checkpoint-2"
echo '{}' > "$1/checkpoint-2/trainer_state.json"
exit 1
"""


def single(value):
    """As a number of 4 bytes."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


class Export(unittest.TestCase):
    def setUp(self):
        self.sandbox = self.enterContext(Sandbox())
        self.output = self.sandbox.work / "curves"

    def begin(self):
        program = self.sandbox.work / "curve.sh"
        program.write_text(SCRIPT)
        program.chmod(0o755)
        experiment = self.sandbox.work / "curve.yaml"
        experiment.write_text(
            "format: 1\nname: curve\nworkload: command\ncommand: {launcher: none, program: curve.sh, metrics: jsonl, arguments: ['{checkpoints}', '{resume_from}']}\n"
        )
        self.uuid = json.loads(self.sandbox.must("yard", "submit", experiment, "--json"))["run"]

    def metrics(self):
        return json.loads(self.sandbox.must("yard", "metrics", "last", "--json"))

    def wait_for_points(self, count):
        wait_until(lambda: len(self.metrics()) >= count, 60, f"{count} points")

    def export(self):
        self.said = self.sandbox.must("yard", "export", "last", "--tensorboard", self.output)
        (file,) = self.output.rglob("events.out.tfevents.*")
        self.assertIn(str(file), self.said)
        return file

    def compare(self, file):
        """Every point there is, in TensorBoard's words."""
        read = EventAccumulator(str(file.parent), size_guidance={"scalars": 0, "tensors": 0})
        read.Reload()
        wanted = {}
        for point in self.metrics():
            wanted.setdefault(point["metric"], []).append((point["step"], float(point["value"]), point["time"]))
        # The reader makes tensors of the old kind of values, as TensorBoard's own pages get them.
        self.assertEqual(sorted(tag for tag in read.Tags()["tensors"] if tag not in ("run", "hyperparameters")), [])
        self.assertEqual(sorted(read.Tags()["scalars"]), sorted(wanted))
        for tag, points in wanted.items():
            found = [(event.step, event.value, event.wall_time) for event in read.Scalars(tag)]
            self.assertEqual(len(found), len(points), tag)
            for (step, value, time), (own_step, own, own_time) in zip(points, found, strict=True):
                self.assertEqual((step, time), (own_step, own_time))
                self.assertTrue(
                    own == single(value) or (math.isnan(own) and math.isnan(value)), (tag, step, own, value)
                )
        texts = {tag: read.Tensors(tag)[0].tensor_proto.string_val[0].decode() for tag in ("run", "hyperparameters")}
        self.assertIn(f"run: {self.uuid}", texts["run"])
        self.assertIn("learning_rate: 5.0e-5", texts["hyperparameters"])
        plugins = {read.SummaryMetadata(tag).plugin_data.plugin_name for tag in texts}
        self.assertEqual(plugins, {"text"})
        self.assertIn(f"{sum(map(len, wanted.values()))} values of {len(wanted)} metrics", self.said)

    def test_a_run_that_goes_on_and_is_resumed(self):
        self.begin()
        self.wait_for_points(5)
        first = self.export()
        self.compare(first)
        before = first.read_bytes()
        reader = LegacyEventFileLoader(str(first))  # a TensorBoard that has it open
        seen = len(list(reader.Load()))
        self.assertEqual(self.export().read_bytes(), before)
        (self.sandbox.work / "go").touch()
        self.wait_for_points(8)
        self.assertEqual(self.export(), first)
        self.assertEqual(first.read_bytes()[: len(before)], before)
        self.compare(first)
        self.assertEqual([event.step for event in reader.Load()], [4, 5, 6])
        self.assertGreater(seen, 5)
        # Cut while it was written: again.
        first.write_bytes(first.read_bytes()[:-3])
        second = self.export()
        self.assertGreater(second.name, first.name)
        self.compare(second)
        # The second attempt goes on after step 2: what the first wrote later counts no more.
        self.sandbox.run("yard", "watch", "last")
        self.sandbox.must("yard", "resume", "last")
        self.sandbox.must("yard", "watch", "last")
        # Said here as an engine's `start` says it to the store: programs with curves in JSON lines cannot.
        with contextlib.closing(sqlite3.connect(self.sandbox.root / "data/trainyard/runs.sqlite")) as store, store:
            store.execute("UPDATE attempts SET superseded_after = 2 WHERE run = ? AND attempt = 1", [self.uuid])
            store.execute("DELETE FROM summaries WHERE series IN (SELECT series FROM series WHERE name = 'eval/loss')")
        self.assertEqual([point["step"] for point in self.metrics() if point["metric"] == "train/loss"], [1, 2, 3])
        third = self.export()
        self.assertGreater(third.name, second.name)
        self.compare(third)

    def refused(self, words, *arguments, code=2):
        done = self.sandbox.run("yard", "export", *arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(words, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_bad_input_is_one_sentence(self):
        self.refused("no run 'none'", "none", "--tensorboard", self.output)
        self.refused("no run 'none'", "none", "--wandb", self.output)
        done = self.sandbox.run("yard", "export", "none")
        self.assertEqual(
            (done.returncode, done.stderr.count("--tensorboard, --wandb, --csv or --parquet")), (2, 1), done.stderr
        )
        self.assertFalse(self.output.exists())
        self.begin()
        self.wait_for_points(5)
        taken = self.sandbox.work / "taken"
        taken.write_text("a file")
        self.refused(str(taken), "last", "--tensorboard", taken, code=3)
        if os.geteuid() != 0:  # who may write everywhere
            closed = self.sandbox.work / "closed"
            closed.mkdir(mode=0o500)
            self.refused(str(closed), "last", "--tensorboard", closed, code=3)
        self.refused("/proc/none", "last", "--tensorboard", "/proc/none", code=3)
        (self.sandbox.work / "go").touch()
        self.sandbox.run("yard", "watch", "last")
        quiet = self.sandbox.work / "curve.sh"
        quiet.write_text("#!/bin/bash\necho quiet\n")
        self.sandbox.run("yard", "submit", self.sandbox.work / "curve.yaml", "--watch")
        self.refused("has no metrics yet", "last", "--tensorboard", self.output)
        self.assertFalse(self.output.exists())


class ManyMetrics(unittest.TestCase):
    def test_a_page_stays_one(self):
        box = self.enterContext(Sandbox())
        program = box.work / "many.sh"
        program.write_text(
            '#!/bin/bash\nfor i in $(seq 100 399); do echo "{\\"step\\": 1, \\"name$i\\": Infinity}"; done\n'
        )
        box.must("yard", "submit", program, "--watch")
        page = box.must("yard", "show", "last").splitlines()
        self.assertLess(len(page), 80)
        (more,) = (line for line in page if "more: yard metrics" in line)
        self.assertEqual(more.split(":")[0], "and 260 more")
        self.assertIn("(never finite)", "\n".join(page))
        self.assertNotIn("NaN to", "\n".join(page))
        self.assertEqual(len(json.loads(box.must("yard", "show", "last", "--json"))["metrics"]), 300)


if __name__ == "__main__":
    unittest.main()
