// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/night_reader.h"

#include <QPointer>
#include <algorithm>
#include <utility>

#include "remote/process/file_thread.h"
#include "remote/store/past_runs.h"
#include "remote/store/right_sizing.h"
#include "remote/store/run_store.h"

namespace trainyard {
namespace {

constexpr qsizetype mostRuns = 60;

Result<NightInput> inputOf(RunStore& store, const RunRecord& run, const QString& path) {
  NightInput input;
  input.run = run;
  TRY(const auto settings, store.settings(run.run));
  const Requested requested = requestedBy(settings);
  input.limit = requested.seconds;
  input.gpus = requested.gpus * static_cast<int>(std::max(
                                    settingNumber(settings, "resources.nodes").value_or(1), 1.0));
  RunOfAKind next;
  next.settings = settings;
  next.workload = run.workload;
  next.target = run.target;
  if (run.totalSteps) next.steps = static_cast<double>(*run.totalSteps);
  TRY(const auto past, pastRunsLike(next, path));
  if (const auto seconds = predictRun(next, past).seconds) {
    input.seconds = seconds->value;
    input.error = seconds->error;
  }
  return input;
}

}  // namespace

void NightReader::read(const QList<RunRecord>& runs) {
  QList<RunRecord> open;
  for (const RunRecord& run : runs)
    if (isOpen(run.state) && run.parent.isEmpty() && open.size() < mostRuns) open << run;
  if (m_isReading) {
    m_next = std::move(open);
    return;
  }
  m_isReading = true;
  ask(std::move(open), m_stop.get_token());
}

QCoro::Task<void> NightReader::ask(QList<RunRecord> runs, std::stop_token stop) {
  const QPointer<NightReader> self(this);
  const QString path = m_path.isEmpty() ? RunStore::defaultPath() : m_path;
  std::function<Result<QList<NightInput>>()> work = [runs, path]() -> Result<QList<NightInput>> {
    RunStore store(path);
    QList<NightInput> inputs;
    for (const RunRecord& run : runs) {
      TRY(auto input, inputOf(store, run, path));
      inputs << std::move(input);
    }
    return inputs;
  };
  const auto inputs = co_await inFileThread<QList<NightInput>>(path, std::move(work), stop);
  if (!self || stop.stop_requested()) co_return;
  m_isReading = false;
  // A store that cannot be read is told of where runs are shown.
  if (inputs) emit inputsRead(*inputs);
  if (self && m_next) read(*std::exchange(m_next, std::nullopt));
}

}  // namespace trainyard
