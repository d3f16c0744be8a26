// SPDX-License-Identifier: GPL-3.0-or-later
// `yard import-runs`: runs that other trackers have recorded.
#include <cstdio>

#include <QDir>

#include "remote/cli/commands.h"
#include "remote/cli/output.h"
#include "remote/cli/progress_line.h"

namespace trainyard {
namespace {

QString runsText(qint64 count) {
  return countText(count) + (count == 1 ? QStringLiteral(" run") : QStringLiteral(" runs"));
}

void printPlaces(const QStringList& places, const char* what) {
  constexpr qsizetype shown = 5;
  for (const QString& place : places.first(std::min(shown, places.size())))
    std::fprintf(stderr, "%s: %s\n", what, sanitizedForTerminal(place).toUtf8().constData());
  if (places.size() > shown)
    std::fprintf(stderr, "%s: %lld more\n", what, static_cast<long long>(places.size() - shown));
}

}  // namespace

QCoro::Task<int> importRuns(ServiceClient& client, QStringList folders, Format format) {
  for (QString& folder : folders) folder = QDir::current().absoluteFilePath(folder);
  auto progress = std::make_unique<ProgressLine>(client, QString());
  const auto imported = co_await client.call(methods::importHistory, {}, folders);
  progress.reset();
  if (!imported) co_return fail(imported.error());
  if (format == Format::json) co_return printJson(toJson(*imported));
  print(QStringLiteral("%1 imported, %2 updated, %3 known already; %4 points")
            .arg(runsText(imported->added), countText(imported->updated),
                 countText(imported->known), countText(imported->points)));
  printPlaces(imported->empty, "without values, left out");
  printPlaces(imported->damaged, "not read to its end");
  if (!imported->isComplete)
    std::fprintf(stderr,
                 "there are too many folders to look at all of them; name the trackers' own\n");
  if (imported->added > 0) print(QStringLiteral("next: yard runs"));
  co_return 0;
}

}  // namespace trainyard
