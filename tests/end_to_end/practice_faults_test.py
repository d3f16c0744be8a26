"""What a cluster does to a job, and what the table says then: requeued, node lost, time over, cancelled, controller away.

Every disturbed run that goes on must give the same losses, bit for bit, as an undisturbed one.
"""
import json
import unittest

from practice import PracticeCluster
from sandbox import Sandbox, attempts, end_of, metric, wait_until

STEPS = 3000


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # One cluster, so that the engine is sent once.
        cls.cluster = cls.enterClassContext(PracticeCluster())
        cls.sandbox = cls.enterClassContext(Sandbox())
        cls.cluster.add_target(cls.sandbox)
        cls.experiment = cls.sandbox.small_experiment(
            "faults", model__overrides="{n_layer: 2, n_embd: 64, n_head: 2, n_positions: 64, vocab_size: 512, resid_pdrop: 0.1}",
            training__max_steps=STEPS, checkpoint__every_steps=100, evaluation__every_steps="null", logging__every_steps=10, batch__per_device=2)
        cls.whole = None

    def submit(self, *settings):
        """Returns the run's folder and its job."""
        settings = ("resources.nodes=2", "resources.processes_per_node=1", *settings)
        said = self.sandbox.must("yard", "submit", self.experiment, "--target", self.cluster.target, "--json",
                                 *[word for setting in settings for word in ("--set", setting)], timeout=300)
        folder = self.cluster.base / json.loads(said)["folder"].rpartition("/")[2]
        job = next(line.split()[1] for line in (folder / "submissions/1/journal").read_text().splitlines() if line.startswith("job "))
        return folder, job

    def run_now(self):
        return json.loads(self.sandbox.must("yard", "show", "last", "--json"))

    def wait_for(self, states, seconds, seen=None):
        """Waits until the table says one of the states; `seen` collects every word on the way."""
        def look():
            state = self.run_now()["state"]
            if seen is not None and (not seen or seen[-1] != state):
                seen.append(state)
            return state if state in states else None
        return wait_until(look, seconds, f"state {' or '.join(states)}, not {self.run_now()['state']}: {self.run_now()['reason']}")

    def wait_for_checkpoint(self, folder, seconds=120):
        wait_until((folder / "checkpoints/latest").exists, seconds, "the first checkpoint")

    def undisturbed(self):
        if Faults.whole is None:
            folder, _ = self.submit()
            self.wait_for(("completed",), 300)
            Faults.whole = metric(folder)
        return Faults.whole

    def check_whole(self, folder, num_attempts):
        """It completed in so many attempts, and its curve is that of the undisturbed run."""
        self.assertEqual(end_of(attempts(folder)[-1])["outcome"], "completed")
        self.assertEqual(len(attempts(folder)), num_attempts)
        self.assertEqual(metric(folder), self.undisturbed())
        printed = json.loads(self.sandbox.must("yard", "metrics", "last", "--json"))
        self.assertTrue([point for point in printed if point["metric"] == "train/loss"])

    def test_requeued(self):
        self.undisturbed()
        folder, job = self.submit()
        self.wait_for_checkpoint(folder)
        self.cluster.must("scontrol", "requeue", job)
        seen = []
        self.wait_for(("completed",), 300, seen)
        self.assertIn("waiting", seen, "the requeued job was never shown as waiting")
        self.assertNotIn("failed", seen)
        self.check_whole(folder, 2)

    def test_node_lost(self):
        self.undisturbed()
        folder, job = self.submit()
        self.wait_for_checkpoint(folder)
        second = self.cluster.must("squeue", "-h", "-j", job, "-o", "%N")
        self.assertEqual(second, "gpu[1-2]")
        self.assertGreater(self.cluster.kill_node("gpu2"), 1)
        seen = []
        self.wait_for(("completed",), 400, seen)
        self.cluster.start("gpu2")
        self.assertNotIn("cancelled", seen)
        self.check_whole(folder, 2)

    def test_controller_away(self):
        self.undisturbed()
        folder, _ = self.submit()
        self.wait_for_checkpoint(folder)
        self.cluster.stop("slurmctld")
        seen = []
        try:
            wait_until(lambda: end_of_run(folder), 300, "the run's end, without a controller")
            seen.append(self.run_now()["state"])
        finally:
            self.cluster.start("slurmctld")
        self.assertNotIn(seen[-1], ("failed", "unknown"), seen)
        self.wait_for(("completed",), 200, seen)
        self.assertNotIn("failed", seen)
        self.check_whole(folder, 1)

    def test_cancelled(self):
        folder, job = self.submit()
        self.wait_for_checkpoint(folder)
        self.sandbox.must("yard", "cancel", "last")
        self.wait_for(("cancelled",), 120)
        self.assertEqual(end_of(attempts(folder)[-1])["outcome"], "cancelled")
        wait_until(lambda: self.cluster.queue() == [], 60, "nothing of it in the queue")

    def test_time_over(self):
        folder, job = self.submit("resources.time_limit=1", "restart.signal_before_end_seconds=20", "training.max_steps=1000000")
        self.wait_for(("timed_out",), 240)
        self.assertEqual(end_of(attempts(folder)[-1])["outcome"], "timed_out")
        self.assertEqual(len(attempts(folder)), 1)


def end_of_run(folder):
    try:
        return end_of(attempts(folder)[-1])
    except (AssertionError, IndexError):
        return None


if __name__ == "__main__":
    unittest.main()
