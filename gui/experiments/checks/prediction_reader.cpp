// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/checks/prediction_reader.h"

#include <QPointer>

#include "remote/process/file_thread.h"
#include "remote/service/registry/run_settings.h"
#include "remote/store/past_runs.h"
#include "remote/store/run_store.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr double bytesOfGib = 1024.0 * 1024 * 1024;

RunOfAKind runOf(const Experiment& experiment, const QString& target, const TrainingPlan* plan) {
  RunOfAKind run;
  run.workload = text(name_of(experiment.workload));
  run.target = target;
  for (const RunSetting& setting : settingsOf(experiment))
    run.settings[setting.path] =
        setting.number ? QVariant(*setting.number) : QVariant(setting.value);
  if (experiment.workload != Workload::engine) return run;
  const auto steps = plan && plan->num_steps ? plan->num_steps : experiment.training.max_steps;
  if (steps) run.steps = static_cast<double>(*steps);
  if (const PlannedMemory* own = plan ? plan->own() : nullptr)
    run.planGib = static_cast<double>(own->total()) / bytesOfGib;
  return run;
}

}  // namespace

PredictionReader::PredictionReader(QString storePath)
    : m_path(storePath.isEmpty() ? RunStore::defaultPath() : std::move(storePath)) {
  m_rest.setSingleShot(true);
  m_rest.setInterval(restMilliseconds);
  connect(&m_rest, &QTimer::timeout, this, [this] {
    m_isDue = false;
    read(m_next, m_stop.get_token());
  });
}

PredictionReader::~PredictionReader() { m_stop.request_stop(); }

void PredictionReader::setRun(const Experiment& experiment, const QString& target,
                              const TrainingPlan* plan) {
  RunOfAKind next = runOf(experiment, target, plan);
  if (next == m_next) return;
  m_next = std::move(next);
  m_stop.request_stop();
  m_stop = std::stop_source();
  m_isDue = true;
  wait();
  if (m_prediction.isEmpty()) return;
  m_prediction = {};
  emit changed();
}

void PredictionReader::setWatched(bool isWatched) {
  m_isWatched = isWatched;
  wait();
}

void PredictionReader::wait() {
  if (m_isDue && m_isWatched) m_rest.start();
}

QCoro::Task<void> PredictionReader::read(RunOfAKind next, std::stop_token stop) {
  const QPointer<PredictionReader> self(this);  // may be gone when it is read
  std::function<Result<RunPrediction>()> work = [next, path = m_path]() -> Result<RunPrediction> {
    TRY(const auto past, pastRunsLike(next, path));
    return predictRun(next, past);
  };
  const auto prediction = co_await inFileThread<RunPrediction>(m_path, std::move(work), stop);
  // A store that cannot be read is told of where runs are shown.
  if (!self || stop.stop_requested() || !prediction) co_return;
  m_prediction = *prediction;
  emit changed();
}

}  // namespace trainyard
