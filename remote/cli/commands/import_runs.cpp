// SPDX-License-Identifier: GPL-3.0-or-later
// `yard import-runs`: runs that other trackers have recorded.
#include <cstdio>

#include <QDir>

#include "remote/cli/command.h"
#include "remote/cli/progress_line.h"

namespace trainyard {
namespace {

QString importedText(qint64 count) {
  return countText(count) + (count == 1 ? u" run"_s : u" runs"_s);
}

void printPlaces(const QStringList& places, const char* what) {
  constexpr qsizetype shown = 5;
  for (const QString& place : places.first(std::min(shown, places.size())))
    std::fprintf(stderr, "%s: %s\n", what, sanitizedForTerminal(place).toUtf8().constData());
  if (places.size() > shown)
    std::fprintf(stderr, "%s: %lld more\n", what, static_cast<long long>(places.size() - shown));
}

struct ImportRunsCommand {
  QStringList folders;
  JsonOption json;

  void describe(CLI::App& command) {
    addOption(command, "PATH", folders, "Folders of this computer, searched with all below them")
        ->required();
    json.describe(command);
  }

  QCoro::Task<Result<int>> run(ServiceClient& client) {
    for (QString& folder : folders) folder = QDir::current().absoluteFilePath(folder);
    auto progress = std::make_unique<ProgressLine>(client, QString());
    CO_TRY(const auto imported, co_await client.call(methods::importHistory, {}, folders));
    progress.reset();
    if (json.isGiven) co_return printJson(toJson(imported));
    print(u"%1 imported, %2 updated, %3 known already; %4 points"_s.arg(
        importedText(imported.added), countText(imported.updated), countText(imported.known),
        countText(imported.points)));
    printPlaces(imported.empty, "without values, left out");
    printPlaces(imported.damaged, "not read to its end");
    if (!imported.isComplete)
      std::fprintf(stderr,
                   "there are too many folders to look at all of them; name the trackers' own\n");
    if (imported.added > 0) print(u"next: yard runs"_s);
    co_return 0;
  }
};

}  // namespace

extern const Command importRunsCommand{
    "import-runs",
    "Take runs that other trackers have recorded: W&B, TensorBoard, MLflow, and more",
    addCommand<ImportRunsCommand>};

}  // namespace trainyard
