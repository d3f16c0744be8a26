// SPDX-License-Identifier: GPL-3.0-or-later
// `yard resume`.
#include "engine/contract/messages.h"
#include "remote/cli/command.h"
#include "remote/cli/named_study.h"
#include "remote/cli/watch.h"
#include "remote/store/named_runs.h"

namespace trainyard {
namespace {

// Resumes those that ended without completing.
QCoro::Task<Result<int>> resumeStudy(ServiceClient& client, NamedRuns named) {
  if (isStudyOfJobs(named.study))
    co_return make_error("study.not_resumed", {{"study", named.study.left(8).toStdString()}});
  int code = 0, resumed = 0;
  named.runs = withoutReplaced(named.runs);
  for (const RunRecord& run : std::as_const(named.runs)) {
    if (isOpen(run.state) || run.state == RunState::completed) continue;
    auto done = co_await client.call(methods::resume, {}, run.run);
    if (!done) code = fail(done.error());
    if (done) ++resumed;
  }
  printCount(resumed, named.runs.size(), named.study, "go on; the others are complete or going");
  co_return code;
}

struct ResumeCommand {
  RunOption which;
  QStringList changes;
  bool isWatched = false;

  void describe(CLI::App& command) {
    which.describe(command);
    command.add_flag("--watch", isWatched, "Follow it until it ends and exit with its code");
    addOption(command, "--set", changes,
              "Change a setting before it goes on, such as batch.per_device=4; may be repeated")
        ->type_name("PATH=VALUE");
  }

  QCoro::Task<Result<int>> run(ServiceClient& client) {
    RunStore store;
    CO_TRY(auto named, namedRuns(store, which.run));
    if (named.isStudy() && !changes.isEmpty()) {
      std::string names;
      for (const RunRecord& run : std::as_const(named.runs))
        names += (names.empty() ? "" : ", ") + run.run.left(8).toStdString();
      co_return make_error("resume.several", {{"runs", names}});
    }
    if (named.isStudy()) {
      CO_TRY(const int code, co_await resumeStudy(client, named));
      std::fflush(stdout);
      if (code != 0 || !isWatched) co_return code;
      co_return co_await watchStudy(client, named.study, usualWatchOutput());
    }
    const QString run = named.runs.first().run;
    CO_TRY(co_await client.call(methods::resume, {}, run, changes));
    if (isWatched) co_return co_await watchRun(client, run, usualWatchOutput());
    print(u"%1 goes on; `yard watch %2` shows it"_s.arg(run, run.left(8)));
    co_return 0;
  }
};

}  // namespace

extern const Command resumeCommand{
    "resume", "Continue a run from its last checkpoint, or those of a study that did not complete",
    addCommand<ResumeCommand>};

}  // namespace trainyard
