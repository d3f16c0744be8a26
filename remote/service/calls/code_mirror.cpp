// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/code_mirror.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "remote/transfer/code.h"
#include "remote/transfer/mirror.h"

namespace trainyard {
namespace {

constexpr qsizetype maxNames = 1000;

QCoro::Task<Result<MirrorRequest>> requestFor(Target target, ExperimentSource source,
                                              QString folder, std::stop_token stop) {
  const RunsWhere where = target.isHere() ? RunsWhere::here : RunsWhere::elsewhere;
  CO_TRY(auto prepared, prepareExperiment(source, ownPrograms(), where, target.programs));
  if (has_errors(prepared.diagnostics)) co_return diagnosticsError(prepared.diagnostics);
  const auto& code = prepared.experiment.code;
  if (!code.source) co_return make_error("mirror.no_code", {});
  QStringList exclude;
  for (const std::string& pattern : code.exclude) exclude << QString::fromStdString(pattern);
  const QString codeFolder = QString::fromStdString(*code.source);
  CO_TRY(auto state, co_await inspectCode(codeFolder, exclude, stop));
  co_return MirrorRequest{codeFolder, state.files, folder};
}

}  // namespace

QCoro::Task<Result<MirrorAnswer>> previewCodeMirror(Target target, ExperimentSource source,
                                                    QString folder, std::stop_token stop) {
  CO_TRY(auto request, co_await requestFor(target, std::move(source), folder, stop));
  CO_TRY(auto preview, co_await previewMirror(*target.host, std::move(request), stop));
  MirrorAnswer answer;
  answer.folder = preview.folder;
  answer.files = preview.files;
  answer.bytes = preview.bytes;
  answer.surplusCount = preview.surplus.size();
  for (const QByteArray& name : preview.surplus.first(std::min(preview.surplus.size(), maxNames)))
    answer.surplus << QString::fromUtf8(name);
  co_return answer;
}

QCoro::Task<Result<QString>> mirrorCode(Target target, ExperimentSource source, QString folder,
                                        std::optional<qsizetype> deletions, OnProgress onProgress,
                                        std::stop_token stop) {
  CO_TRY(auto request, co_await requestFor(target, std::move(source), folder, stop));
  auto mirrored = co_await mirrorFolder(*target.host, std::move(request), deletions,
                                        std::move(onProgress), stop);
  co_return mirrored;
}

}  // namespace trainyard
