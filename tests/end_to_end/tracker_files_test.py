# SPDX-License-Identifier: GPL-3.0-or-later
"""`logging.trackers`: while a run goes on, its agent writes files that W&B's own messages and TensorBoard's own reader read, with the points
of `yard metrics`; a killed agent leaves them readable, and a resumed run continues them."""

import contextlib
import json
import math
import os
import signal
import struct
import subprocess
import sys
import unittest

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from sandbox import SOURCE, Sandbox, attempts, end_of, events, wait_until

sys.path.insert(0, str(SOURCE / "tests/engine/trackers"))
import wandb_file

# Works where the agent looks for trackers' files. The first attempt writes six steps and waits; a second goes on after the fourth.
PROGRAM = """#!/bin/bash
cd "$TRAINYARD_RUN_DIR"
point() { echo "{\\"step\\": $1, \\"train/loss\\": 1.$1, \\"train/learning_rate\\": 1e-$1}"; }
if [ -n "$TRAINYARD_RESUME" ]; then for step in 5 6 7; do point $step; done; exit 0; fi
for step in 1 2 3 4 5 6; do point $step; [ $step != 4 ] || echo '{"step": 4, "eval/loss": "NaN"}'; done
while [ ! -e go ]; do sleep 0.05; done
mkdir -p "$1/checkpoint-4"
echo '{}' > "$1/checkpoint-4/trainer_state.json"
exit 3
"""


def same(one, other):
    return one == other or (math.isnan(one) and math.isnan(other))


def single(value):
    """As a number of 4 bytes."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def wandb_records(run_folder):
    """Of each attempt, in their order."""
    files = sorted((run_folder / "wandb").glob("offline-run-*/run-*.wandb"))
    return [list(wandb_file.records(file)) for file in files]


def wandb_rows(records):
    rows = {}
    for record in records:
        if record.WhichOneof("record_type") == "history":
            row = {item.nested_key[0]: float(json.loads(item.value_json)) for item in record.history.item}
            assert row["_step"] == record.history.step.num
            for name, value in row.items():
                if not name.startswith("_"):
                    rows.setdefault(name, {})[int(row["_step"])] = value
    return rows


def scalars(run_folder):
    if not (run_folder / "tensorboard").exists():
        return {}
    read = EventAccumulator(str(run_folder / "tensorboard"), size_guidance={"scalars": 0})
    read.Reload()
    return {tag: {event.step: event.value for event in read.Scalars(tag)} for tag in read.Tags()["scalars"]}


class TrackerFiles(unittest.TestCase):
    def setUp(self):
        self.sandbox = self.enterContext(Sandbox())

    def begin(self, name):
        """A run of PROGRAM; its folder."""
        program = self.sandbox.work / "program.sh"
        program.write_text(PROGRAM)
        program.chmod(0o755)
        file = self.sandbox.work / f"{name}.yaml"
        file.write_text(
            f"format: 1\nname: {name}\nnotes: Two trackers.\ntags: [digits]\nworkload: command\n"
            "command: {launcher: none, program: program.sh, arguments: ['{checkpoints}', '{resume_from}']}\n"
            "environment: {variables: {SERVICE_KEY: canary}}\nlogging: {trackers: [wandb, tensorboard]}\n"
        )
        self.sandbox.must("yard", "submit", file)
        return self.folder(name)

    def folder(self, name):
        (folder,) = (self.sandbox.root / "data/trainyard/runs").glob(f"{name}-*")
        return folder

    def metrics(self):
        found = {}
        for point in json.loads(self.sandbox.must("yard", "metrics", "last", "--json")):
            found.setdefault(point["metric"], {})[point["step"]] = float(point["value"])
        return found

    def wait_for_rows(self, folder, count):
        """Both files have so many steps, and the run has not ended."""

        def are_there():
            with contextlib.suppress(AssertionError, ValueError):  # a record that is being written
                rows = [wandb_rows(records) for records in wandb_records(folder)]
                seen = scalars(folder).get("train/loss", {})
                return rows and len(rows[-1].get("train/loss", {})) >= count and len(seen) >= count

        wait_until(are_there, 60, f"{count} steps in both files")
        self.assertNotIn("end", [line["event"] for line in events(attempts(folder)[-1])])

    def compare(self, wanted, found, make=float):
        self.assertEqual(sorted(found), sorted(wanted))
        for name, points in wanted.items():
            self.assertEqual(sorted(found[name]), sorted(points), name)
            for step, value in points.items():
                self.assertTrue(same(found[name][step], make(value)), (name, step, found[name][step], value))

    def codes(self, folder):
        return [line.get("code") for line in events(attempts(folder)[-1])]

    def test_a_command_that_is_resumed(self):
        folder = self.begin("curve")
        self.wait_for_rows(folder, 5)
        (folder / "go").touch()
        self.assertNotEqual(self.sandbox.run("yard", "watch", "last").returncode, 0)
        first = self.metrics()
        self.assertEqual(sorted(first["train/loss"]), [1, 2, 3, 4, 5, 6])
        (records,) = wandb_records(folder)
        self.compare(first, wandb_rows(records))
        self.compare(first, scalars(folder), single)
        kinds = [record.WhichOneof("record_type") for record in records]
        self.assertEqual((kinds[:2], kinds[-1]), (["header", "run"], "exit"))
        self.assertEqual(records[-1].exit.exit_code, 3)
        self.check_run(folder, records[1].run)
        last = {item.nested_key[0]: float(json.loads(item.value_json)) for r in records for item in r.summary.update}
        self.assertEqual((last["train/loss"], math.isnan(last["eval/loss"])), (1.6, True))
        # Neither file is one of the program's.
        self.assertFalse([line for line in events(attempts(folder)[0]) if line.get("source") == "tracker"])

        self.sandbox.must("yard", "resume", "last")
        self.sandbox.must("yard", "watch", "last")
        whole = self.metrics()
        self.assertEqual(sorted(whole["train/loss"]), [1, 2, 3, 4, 5, 6, 7])
        self.compare(whole, scalars(folder), single)
        before, after = wandb_records(folder)
        self.assertEqual(before, records)
        self.assertEqual(sorted(wandb_rows(after)["train/loss"]), [5, 6, 7])
        self.assertEqual((after[1].run.run_id, after[1].run.resume), (records[1].run.run_id, True))
        self.assertGreater(after[1].run.start_time.ToNanoseconds(), records[1].run.start_time.ToNanoseconds())
        self.assertEqual(after[-1].exit.exit_code, 0)
        self.assertNotIn("trackers.not_written", self.codes(folder))
        self.check_sync(folder)

    def check_run(self, folder, run):
        uuid = json.loads((folder / "run.json").read_text())["run"]
        self.assertEqual(
            (run.run_id, run.project, run.display_name, run.notes, list(run.tags)),
            (uuid.replace("-", ""), "curve", folder.name, "Two trackers.", ["digits"]),
        )
        config = {item.key: json.loads(item.value_json) for item in run.config.update}
        self.assertEqual(config["logging.trackers"], ["wandb", "tensorboard"])
        self.assertNotIn("canary", str(run))

    def check_sync(self, folder):
        """W&B's own program sees runs that can be uploaded."""
        folders = sorted((folder / "wandb").iterdir())
        self.assertEqual([sorted(path.name for path in each.iterdir())[0] for each in folders], ["files", "files"])
        seen = subprocess.run(
            [sys.executable, "-m", "wandb", "sync", "--dry-run", *map(str, folders)],
            capture_output=True,
            text=True,
            timeout=60,
            cwd=self.sandbox.work,
            env=self.sandbox.environment,
        )
        self.assertEqual(seen.returncode, 0, seen.stderr)
        for each in folders:
            self.assertIn(each.name, seen.stdout + seen.stderr)

    def test_a_killed_agent(self):
        folder = self.begin("killed")
        self.wait_for_rows(folder, 5)
        for pid in self.sandbox.processes("yard-agent", "run", folder.name):
            os.kill(pid, signal.SIGKILL)
        self.sandbox.run("yard", "watch", "last")
        (records,) = wandb_records(folder)
        self.assertNotIn("exit", [record.WhichOneof("record_type") for record in records])
        rows = wandb_rows(records)["train/loss"]
        # The newest step waits for more of it.
        self.assertEqual(rows, {step: float(f"1.{step}") for step in range(1, 6)})
        self.assertEqual(sorted(scalars(folder)["train/loss"]), [1, 2, 3, 4, 5, 6])

    def test_a_folder_that_cannot_be_made_is_one_warning(self):
        folder = self.begin("taken")
        self.wait_for_rows(folder, 5)
        (folder / "go").touch()
        self.sandbox.run("yard", "watch", "last")
        for name in ("wandb", "tensorboard"):
            (folder / name).rename(folder / f"{name}-of-the-first")
            (folder / name).write_text("a file")
        self.sandbox.must("yard", "resume", "last")
        self.sandbox.must("yard", "watch", "last")
        self.assertEqual(self.codes(folder).count("trackers.not_written"), 1)
        self.assertEqual(end_of(attempts(folder)[-1])["outcome"], "completed")

    def test_the_engine(self):
        file = self.sandbox.small_experiment(
            training__max_steps=100_000,
            checkpoint__every_steps="null",
            logging__trackers="[wandb, tensorboard]",
        )
        self.sandbox.must("yard", "submit", file)
        folder = self.folder("small")
        self.wait_for_rows(folder, 3)
        self.sandbox.must("yard", "cancel", "last")
        self.sandbox.run("yard", "watch", "last")
        wanted = self.metrics()
        self.assertIn("eval/loss", wanted)
        (records,) = wandb_records(folder)
        self.compare(wanted, wandb_rows(records))
        self.compare(wanted, scalars(folder), single)
        config = {item.key: json.loads(item.value_json) for item in records[1].run.config.update}
        self.assertEqual((config["batch.per_device"], config["optimizer.learning_rate"]), (4, 1e-3))
        self.assertEqual(records[-1].WhichOneof("record_type"), "exit")


if __name__ == "__main__":
    unittest.main()
