// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/run_results.h"

#include <algorithm>

namespace trainyard {
namespace {

constexpr qint64 resultChunkBytes = 1 << 20;
// In display order.
const char* const evaluatedSplits[] = {"test", "temporal_test", "validation"};
const QLatin1String curvesFile("curves.json");

QString resultsFolder(const RunRecord& run) { return run.folder + QStringLiteral("/results"); }

}  // namespace

QCoro::Task<Result<QList<ResultSplit>>> listResults(Host& host, RunRecord run,
                                                    std::stop_token stop) {
  QList<ResultSplit> files;
  CO_TRY(auto top, co_await host.list(resultsFolder(run), stop));
  for (const char* split : evaluatedSplits) {
    const QString name = QLatin1String(split);
    if (std::none_of(top.begin(), top.end(), [&](const FolderEntry& entry) {
          return entry.isFolder && entry.name == name;
        }))
      continue;
    CO_TRY(auto inside, co_await host.list(resultsFolder(run) + QLatin1Char('/') + name, stop));
    for (const FolderEntry& entry : inside)
      if (!entry.isFolder && entry.name == curvesFile) files.append({name, entry.bytes});
  }
  co_return files;
}

QCoro::Task<Result<LogChunk>> readResult(Host& host, RunRecord run, QString split, qint64 offset,
                                         std::stop_token stop) {
  LogChunk chunk{{}, std::max<qint64>(0, offset)};
  if (std::none_of(std::begin(evaluatedSplits), std::end(evaluatedSplits),
                   [&](const char* known) { return split == QLatin1String(known); }))
    co_return chunk;
  const QString path =
      resultsFolder(run) + QLatin1Char('/') + split + QLatin1Char('/') + curvesFile;
  auto data = co_await host.readFile(path, chunk.nextOffset, resultChunkBytes, stop);
  if (!data && data.error().kind != ErrorKind::not_found) co_return data.error();
  if (data) chunk.data.content = *data;
  chunk.nextOffset += chunk.data.content.size();
  co_return chunk;
}

}  // namespace trainyard
