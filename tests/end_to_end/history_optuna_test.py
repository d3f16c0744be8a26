# SPDX-License-Identifier: GPL-3.0-or-later
"""`yard import-runs` of what Optuna writes here, its database and its journal: each trial as Optuna itself has it, and again."""

import json
import math
import unittest

import optuna
from optuna.storages.journal import JournalFileBackend

from imported_history import ImportedHistory


class Optuna(ImportedHistory):
    def search(self, storage):
        study = optuna.create_study(study_name="tune", storage=storage)

        def objective(trial):
            rate = trial.suggest_float("lr", 1e-5, 1e-1, log=True)
            layers = trial.suggest_int("layers", 1, 5)
            trial.suggest_categorical("optimizer", ["sgd", "adam", None])
            for step in range(4):
                trial.report(rate + step * layers, step)
            if trial.number == 1:
                raise optuna.TrialPruned
            if trial.number == 2:
                raise ValueError
            return rate * layers

        study.optimize(objective, n_trials=4, catch=(ValueError,))
        return study

    def compare(self, study, values):
        runs = json.loads(self.box.must("yard", "runs", "--json", "--filter", "optuna.study = tune"))
        self.assertEqual(len({run["study"] for run in runs}), 1)
        self.assertEqual({run["name"] for run in runs}, {"tune"})
        states = {"COMPLETE": "completed", "PRUNED": "cancelled", "FAIL": "failed"}
        for trial in study.trials:
            (run,) = json.loads(self.box.must("yard", "runs", "--json", "--filter", f"optuna.trial = {trial.number}"))
            self.assertEqual(run["state"], states[trial.state.name])
            self.assertAlmostEqual(run["started"], trial.datetime_start.timestamp(), places=3)
            self.assertAlmostEqual(run["ended"], trial.datetime_complete.timestamp(), places=3)
            own = dict(each.split("=", 1) for each in run["study_values"])
            self.assertEqual(float(own["lr"]), trial.params["lr"])
            self.assertEqual(int(own["layers"]), trial.params["layers"])
            self.assertEqual(own["optimizer"], trial.params["optimizer"] or "null")
            curves = self.curves(run["run"])
            self.assertEqual(curves["intermediate_value"], sorted(trial.intermediate_values.items()))
            if trial.state.name == "COMPLETE":
                self.assertEqual(curves["value"], [(3, trial.value)])
        self.assertEqual(len(json.loads(self.box.must("yard", "metrics", "tune", "--json"))), 4 * 4 + values)

    def test_optuna(self):
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        storage = optuna.storages.RDBStorage(f"sqlite:///{self.root}/studies.db")
        study = self.search(storage)
        several = optuna.create_study(study_name="several", storage=storage, directions=["minimize", "maximize"])
        several.optimize(lambda trial: (math.inf, trial.suggest_float("x", 0, 1)), n_trials=1)
        self.assertEqual(self.counts(), (5, 0, 0))
        (run,) = json.loads(self.box.must("yard", "runs", "--json", "--filter", "optuna.study = several"))
        value = several.trials[0].params["x"]
        self.assertEqual(self.curves(run["run"]), {"values_0": [(None, math.inf)], "values_1": [(None, value)]})
        self.box.must("yard", "remove", run["run"], "--yes")
        self.compare(study, 3)  # the last report of a pruned trial is its value
        several.optimize(lambda trial: (0, trial.suggest_float("x", 0, 1)), n_trials=1)
        self.assertEqual(self.counts(), (2, 0, 4))

    def test_optuna_journal(self):
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        backend = JournalFileBackend(str(self.root / "journal.log"))
        study = self.search(optuna.storages.JournalStorage(backend))
        (self.root / "other.log").write_text("a log of something else\n")
        answer = self.take()
        self.assertEqual((answer["added"], answer["damaged"]), (4, []))
        study.set_user_attr("seen", True)
        self.assertEqual(self.counts(), (0, 0, 4))
        self.compare(study, 2)


if __name__ == "__main__":
    unittest.main()
