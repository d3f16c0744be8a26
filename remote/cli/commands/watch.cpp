// SPDX-License-Identifier: GPL-3.0-or-later
// `yard watch`: follows a run, a study or a search.
#include "remote/cli/command.h"
#include "remote/cli/named_study.h"
#include "remote/cli/watch.h"
#include "remote/store/named_runs.h"

namespace trainyard {
namespace {

struct WatchCommand {
  RunOption which;

  void describe(CLI::App& command) { which.describe(command); }

  QCoro::Task<Result<int>> run(ServiceClient& client) {
    RunStore store;
    StudyReader reader;
    // A search is a study before its first trial is a run.
    if (const auto study = studyNamed(reader, store, which.run);
        study && isStudyOfJobs(*study) && !store.resolve(which.run))
      co_return co_await watchSearch(client, *study, usualWatchOutput());
    CO_TRY(auto named, namedRuns(store, which.run, Meant::open));
    if (named.isStudy() && isStudyOfJobs(named.study))
      co_return co_await watchSearch(client, named.study, usualWatchOutput());
    if (named.isStudy()) co_return co_await watchStudy(client, named.study, usualWatchOutput());
    co_return co_await watchRun(client, named.runs.first().run, usualWatchOutput());
  }
};

}  // namespace

extern const Command watchCommand{"watch",
                                  "Follow a run or a study until it ends and exit with its code",
                                  addCommand<WatchCommand>};

}  // namespace trainyard
