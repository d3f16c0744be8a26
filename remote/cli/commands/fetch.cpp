// SPDX-License-Identifier: GPL-3.0-or-later
// `yard fetch`: results of runs, and files of targets.
#include <cstdio>
#include <memory>

#include "remote/cli/command.h"
#include "remote/cli/commands/files.h"
#include "remote/cli/progress_line.h"
#include "remote/store/named_runs.h"

namespace trainyard {
namespace {

QCoro::Task<Result<int>> fetchOne(ServiceClient& client, RunRecord run, FetchWhat what,
                                  QString output) {
  auto progress = std::make_unique<ProgressLine>(client, run.run);
  CO_TRY(auto fetched, co_await client.call(methods::fetch, {}, run.run, what, output));
  progress.reset();
  if (fetched.path == run.folder)
    std::fprintf(stderr, "The run is on this computer already; its folder:\n");
  for (const QString& link : fetched.leftOut)
    printNote(u"left out, a link that leads out of the folder: "_s + link);
  print(fetched.path);
  co_return 0;
}

struct FetchCommand {
  RunOption which;
  QString destination, output, what = u"all"_s;

  void describe(CLI::App& command) {
    which.describe(command);
    CLI::Option* first =
        addOption(command, "DESTINATION", destination,
                  "Where to on this computer; default: a folder in the data folder or, for a path, "
                  "its name in the current folder");
    addOption(command, "--what", what,
              "checkpoints, results, all, or work: what a job script's working folder has")
        ->check(CLI::IsMember({"checkpoints", "results", "all", "work"}));
    addOption(command, "--output", output, "The same as DESTINATION")->excludes(first);
  }

  QCoro::Task<Result<int>> run(ServiceClient& client) {
    const QString place = destination.isEmpty() ? output : destination;
    if (isPlace(which.run)) return fetchPlace(client, which.run, place);
    return fetchRuns(client, absolute(place));
  }

  // For a study, each run gets its own folder below `place`.
  QCoro::Task<Result<int>> fetchRuns(ServiceClient& client, QString place) {
    RunStore store;
    CO_TRY(auto named, namedRuns(store, which.run));
    const auto chosen = value_named<FetchWhat>(what.toStdString()).value_or(FetchWhat::all);
    int code = 0;
    for (const RunRecord& run : std::as_const(named.runs)) {
      const QString folder =
          place.isEmpty() || !named.isStudy() ? place : place + u'/' + run.folder.section(u'/', -1);
      const auto done = co_await fetchOne(client, run, chosen, folder);
      if (!done) code = fail(done.error());
    }
    co_return code;
  }
};

}  // namespace

extern const Command fetchCommand{
    "fetch", "Fetch results of a run, or TARGET:PATH, a file or folder of a target",
    addCommand<FetchCommand>};

}  // namespace trainyard
