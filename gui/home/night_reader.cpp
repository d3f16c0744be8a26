// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/night_reader.h"

#include <QPointer>
#include <utility>

#include "engine/contract/experiment/slurm_format.h"
#include "remote/process/file_thread.h"
#include "remote/store/past_runs.h"
#include "remote/store/run_store.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype mostRuns = 60;

Result<NightInput> inputOf(RunStore& store, const RunRecord& run, const QString& path) {
  NightInput input;
  input.run = run;
  TRY(const auto settings, store.settings(run.run));
  const QString limit =
      settings.value(u"resources.time_limit"_s).toString().remove(u'"').remove(u'\'');
  if (const auto seconds = time_limit_seconds(limit.toStdString()); seconds && *seconds > 0)
    input.limit = static_cast<double>(*seconds);
  const int nodes = std::max(1, settings.value(u"resources.nodes"_s, 1).toInt());
  input.gpus = nodes * settings.value(u"resources.gpus_per_node"_s).toInt();
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
