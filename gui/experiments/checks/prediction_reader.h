// SPDX-License-Identifier: GPL-3.0-or-later
// What a run of the edited document will take, from past runs of its kind, read in a thread of its
// own after a pause in changes.
#pragma once

#include <QObject>
#include <QTimer>
#include <stop_token>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/results/training_plan.h"
#include "remote/process/waiter.h"
#include "remote/store/run_prediction.h"

namespace trainyard {

class PredictionReader : public QObject {
  Q_OBJECT
 public:
  static constexpr int restMilliseconds = 1000;

  // Without a path the user's store.
  explicit PredictionReader(QString storePath = {});
  ~PredictionReader() override;

  // `plan`: what the engine plans of it; null: nothing. Reads if something changed that the
  // prediction depends on; until it is there, nothing is predicted.
  void setRun(const Experiment& experiment, const QString& target, const TrainingPlan* plan);
  // While nobody sees it, nothing is read.
  void setWatched(bool isWatched);

  const RunPrediction& prediction() const { return m_prediction; }

 signals:
  void changed();

 private:
  void wait();
  QCoro::Task<void> read(RunOfAKind next, std::stop_token stop);

  QString m_path;
  QTimer m_rest;
  RunOfAKind m_next;
  bool m_isWatched = false, m_isDue = false;
  RunPrediction m_prediction;
  std::stop_source m_stop;
};

}  // namespace trainyard
