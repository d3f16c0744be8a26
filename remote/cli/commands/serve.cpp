// SPDX-License-Identifier: GPL-3.0-or-later
// `yard serve`, and what jobs on this computer start as.
#include "remote/cli/command.h"
#include "remote/schedulers/direct/local_job.h"
#include "remote/service/serve.h"

namespace trainyard {
namespace {

struct ServeCommand {
  int idleSeconds = 30;

  void describe(CLI::App& command) {
    command.add_option("--idle-seconds", idleSeconds, "Exit after being idle for this long")
        ->capture_default_str();
  }
  int run() { return serve({std::chrono::seconds(idleSeconds)}); }
};

struct WaitTurnCommand {
  QString runFolder, array;
  int submission = 1, processors = 1, gpus = 0;
  QStringList after;
  std::optional<int> task;

  void describe(CLI::App& command) {
    command.group("");
    addOption(command, "--run-dir", runFolder)->required();
    command.add_option("--submission", submission)->required();
    command.add_option("--processors", processors)->required();
    command.add_option("--gpus", gpus)->required();
    addOption(command, "--after", after)->expected(1)->take_all();
    addOption(command, "--array", array);
    command.add_option("--task", task);
  }
  Result<int> run() {
    LocalJob job{runFolder, submission, {processors, gpus}};
    for (const QString& one : after) job.after << afterFrom(one);
    job.array = array;
    job.task = task;
    const auto ended = runLocalJob(job);
    if (ended) return 0;
    // The reason is in job.json and not part of the job's output.
    if (ended.error().code.starts_with("after.")) return static_cast<int>(ended.error().exit_code);
    return ended.error();
  }
};

}  // namespace

extern const Command serveCommand{"serve", "The background service; started on demand",
                                  addCommand<ServeCommand>};
extern const Command waitTurnCommand{"wait-turn", "", addCommand<WaitTurnCommand>};

}  // namespace trainyard
