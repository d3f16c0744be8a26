// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/data_inspection.h"

#include <array>

#include "engine/contract/messages.h"
#include "remote/process/in_thread.h"
#include "remote/service/calls/engine_question.h"
#include "remote/submit/path_fields.h"
#include "remote/submit/sending_plan.h"
#include "remote/transfer/engine.h"

namespace trainyard {
namespace {

constexpr qint64 recordsThere = 1000;
constexpr std::chrono::hours inspectingTime(6);  // for preparing; the user can stop it earlier

QStringList argumentsFor(const InspectionRequest& what) {
  QStringList words{QStringLiteral("inspect"),
                    QStringLiteral("--json"),
                    QStringLiteral("--progress"),
                    QStringLiteral("--split"),
                    what.split,
                    QStringLiteral("--samples"),
                    QString::number(what.samples),
                    QStringLiteral("--from"),
                    QString::number(what.from),
                    QStringLiteral("--tokens"),
                    QString::number(what.tokens)};
  if (what.random) words << QStringLiteral("--random") << QString::number(*what.random);
  if (what.raw) words << QStringLiteral("--raw") << QString::number(*what.raw);
  if (!what.counts) words << QStringLiteral("--no-counts");
  if (what.ids) words << QStringLiteral("--ids");
  if (!what.marks.isEmpty()) words << QStringLiteral("--text") << what.marks;
  return words;
}

// The folder of an engine on the target. One that was sent for a run with GPUs can also read data.
QCoro::Task<Result<QString>> programsOn(Target target, EngineParts wanted, std::stop_token stop) {
  if (target.isHere()) co_return ownPrograms();
  const std::array usable{wanted, EngineParts::processor, EngineParts::gpu};
  QStringList folders;
  if (!target.programs.isEmpty())
    folders << target.programs;
  else
    for (const EngineParts parts : usable) {
      std::function<QString()> work = [base = target.base, parts] {
        return engineFolder(base, ownPrograms(), parts);
      };
      folders << co_await inThread<QString>(std::move(work));
    }
  for (const QString& folder : folders) {
    if (folder.isEmpty()) continue;
    CO_TRY(auto entries, co_await target.host->list(folder, stop));
    for (const FolderEntry& entry : entries)
      if (entry.name == QLatin1String("engine")) co_return folder;
  }
  co_return make_error("inspect.no_engine", {{"target", target.name.toStdString()}});
}

}  // namespace

std::function<void(const Value&)> progressOf(OnInspecting onProgress) {
  return [onProgress = std::move(onProgress)](const Value& line) {
    if (!onProgress || !find(*line.get_if<Map>(), "phase")) return;
    const auto progress = read_leniently<InspectionProgress>(line);
    onProgress(QString::fromStdString(progress.phase), static_cast<qint64>(progress.done),
               static_cast<qint64>(progress.total));
  };
}

QCoro::Task<Result<Inspection>> inspectOn(Target target, ExperimentSource source,
                                          InspectionRequest what, OnInspecting onProgress,
                                          std::stop_token stop) {
  const RunsWhere where = target.isHere() ? RunsWhere::here : RunsWhere::elsewhere;
  CO_TRY(auto prepared, prepareExperiment(source, ownPrograms(), where, {}));
  if (has_errors(prepared.diagnostics)) co_return diagnosticsError(prepared.diagnostics);
  if (!prepared.travelling.empty())
    co_return make_error("inspect.lies_here",
                         {{"path", prepared.travelling.front().path.toStdString()},
                          {"target", target.name.toStdString()}});
  // Of what a job needs there, only the files that are read now.
  std::erase_if(prepared.needs,
                [](const TargetNeed& need) { return !isReadByTrainer(need.field); });
  CO_TRY(co_await askWhatIsThere(target, source, prepared, stop));
  if (has_errors(prepared.diagnostics)) co_return diagnosticsError(prepared.diagnostics);
  EngineQuestion question;
  CO_TRY(question.document, withAbsolutePaths(prepared));
  CO_TRY(question.programs, co_await programsOn(target, partsFor(prepared.experiment), stop));
  if (!target.isHere() && !what.raw) what.raw = recordsThere;
  question.arguments = argumentsFor(what);
  question.failure = "inspect.failed";
  question.timeLimit = inspectingTime;
  question.onLine = progressOf(std::move(onProgress));
  CO_TRY(const Value answer, co_await askEngine(target, std::move(question), stop));
  co_return read_leniently<Inspection>(answer);
}

}  // namespace trainyard
