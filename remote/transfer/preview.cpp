// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/preview.h"

#include <set>

#include "remote/transfer/data.h"
#include "remote/transfer/rsync.h"
#include "remote/transfer/script_there.h"

namespace trainyard {
namespace {

QCoro::Task<Result<QStringList>> missingSince(Host& host, QString earlierRunFolder,
                                              const QByteArrayList& files, std::stop_token stop) {
  const QStringList arguments{earlierRunFolder + QStringLiteral("/code")};
  CO_TRY(const auto listed,
         co_await runThere(
             host, QStringLiteral("cd \"$1\" 2>/dev/null || exit 0; find . ! -type d -print0"),
             arguments, {}, std::chrono::minutes(2), stop));
  const std::set<QByteArray> now(files.begin(), files.end());
  QStringList missing;
  for (const QByteArray& name : listed.out.split('\0'))
    if (name.size() > 2 && !now.contains(name.mid(2))) missing << QString::fromUtf8(name.mid(2));
  missing.sort();
  co_return missing;
}

}  // namespace

QCoro::Task<Result<SyncPreview>> previewSync(Host& host, SyncRequest request,
                                             std::stop_token stop) {
  SyncPreview preview;
  if (!request.source.isEmpty()) {
    CO_TRY(auto code, co_await inspectCode(request.source, request.exclude, stop));
    preview.codeFiles = code.files.size();
    preview.codeBytes = code.bytes;
    CO_TRY(preview.idlePatterns, co_await idleExcludes(request.source, request.exclude, stop));
    CO_TRY(preview.leftByGit, co_await leftByGit(request.source, stop));
    if (!request.earlierRunFolder.isEmpty()) {
      CO_TRY(auto missing, co_await missingSince(host, request.earlierRunFolder, code.files, stop));
      preview.missingSinceLast = missing;
    }
  }
  qint64 bytes = preview.codeBytes;
  for (const QString& path : request.dataPaths) {
    CO_TRY(auto plan, co_await planData(host, path, request.base, {}, stop));
    preview.data.append({path, plan.path, plan.bytes, plan.isThere});
    if (!plan.isThere) bytes += plan.bytes;
  }
  preview.engineIsThere = true;
  if (!request.localPrograms.isEmpty()) {
    CO_TRY(auto plan, co_await planEngine(host, request.localPrograms, request.base, request.parts,
                                          request.facts, stop));
    preview.engineBytes = plan.bytesToSend;
    preview.engineIsThere = plan.isThere;
    bytes += plan.bytesToSend;
  }
  if (const double rate = host.measuredBytesPerSecond; rate > 0) {
    preview.engineSeconds = static_cast<double>(preview.engineBytes) / rate;
    preview.seconds = static_cast<double>(bytes) / rate;
  }
  co_return preview;
}

}  // namespace trainyard
