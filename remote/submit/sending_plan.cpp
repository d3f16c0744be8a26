// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/submit/sending_plan.h"

#include <QDirIterator>
#include <QFileInfo>

#include "engine/contract/messages.h"
#include "remote/schedulers/login_facts.h"
#include "remote/schedulers/scheduler_kind.h"
#include "remote/transfer/data.h"
#include "remote/transfer/rsync.h"

namespace trainyard {
namespace {

qint64 bytesBelow(const QString& path) {
  const QFileInfo info(path);
  if (!info.isDir()) return info.size();
  qint64 bytes = 0;
  for (QDirIterator file(path, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
       file.hasNext();)
    bytes += QFileInfo(file.next()).size();
  return bytes;
}

// The size of the files to transfer that are not there yet.
QCoro::Task<Result<qint64>> missingData(Target target, const PreparedExperiment& prepared,
                                        OnProgress onProgress, std::stop_token stop) {
  qint64 bytes = 0;
  for (const TravellingPath& path : prepared.travelling) {
    CO_TRY(const auto plan,
           co_await planData(*target.host, path.path, target.base, onProgress, stop));
    if (!plan.isThere) bytes += plan.bytes;
  }
  co_return bytes;
}

}  // namespace

EngineParts partsFor(const Experiment& experiment) {
  if (!runs_trainer(experiment)) return EngineParts::agentOnly;
  return experiment.resources.uses_gpus() ? EngineParts::gpu : EngineParts::processor;
}

QCoro::Task<Result<void>> checkSending(Target target, const PreparedExperiment& prepared,
                                       OnProgress onProgress, std::stop_token stop) {
  if (target.isHere()) co_return {};
  qint64 bytes = 0;
  if (target.programs.isEmpty()) {
    TargetFacts facts = target.facts;
    facts.baseFreeBytes.reset();
    CO_TRY(const auto engine, co_await planEngine(*target.host, ownPrograms(), target.base,
                                                  partsFor(prepared.experiment), facts, stop));
    bytes = engine.bytesToSend;
  }
  qint64 most = bytes;
  for (const TravellingPath& path : prepared.travelling) most += bytesBelow(path.path);
  if (!target.facts.baseFreeBytes || most <= *target.facts.baseFreeBytes) co_return {};
  CO_TRY(const auto facts, co_await learnTarget(*target.host, target.base, stop));
  if (!facts.baseFreeBytes || most <= *facts.baseFreeBytes) co_return {};
  CO_TRY(const qint64 data, co_await missingData(target, prepared, std::move(onProgress), stop));
  if (bytes + data <= *facts.baseFreeBytes) co_return {};
  co_return make_error("target.no_space",
                       {{"target", target.name.toStdString()},
                        {"path", target.base.toStdString()},
                        {"needed", bytesText(bytes + data).toStdString()},
                        {"free", bytesText(*facts.baseFreeBytes).toStdString()}});
}

}  // namespace trainyard
