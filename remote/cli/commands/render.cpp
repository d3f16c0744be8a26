// SPDX-License-Identifier: GPL-3.0-or-later
// `yard render`: what would be submitted.
#include <cstdio>

#include "remote/cli/command.h"
#include "remote/host/local_host.h"
#include "remote/host/places.h"
#include "remote/schedulers/scheduler.h"
#include "remote/service/registry/run_dependencies.h"
#include "remote/store/run_store.h"
#include "remote/submit/prepare.h"
#include "remote/submit/submit.h"

namespace trainyard {
namespace {

void printRendered(const QByteArray& script, const QString& commandLine) {
  const QByteArray text =
      script + "\n# Submitted with: " + sanitizedForTerminal(commandLine).toUtf8() + '\n';
  std::fwrite(text.constData(), 1, static_cast<std::size_t>(text.size()), stdout);
}

struct RenderCommand {
  ExperimentOptions experiment;

  void describe(CLI::App& command) {
    experiment.describe(command);
    experiment.describeChanges(command);
  }

  bool isLocal() const { return experiment.isHere(); }
  Result<int> run() {
    LocalHost host;
    const auto scheduler = directKind().make({&host, ownPrograms(), {}});
    TRY(auto rendered,
        renderSubmission({u"here"_s, &host, scheduler.get(), runsFolder(), ownPrograms(), {}},
                         experiment.source()));
    RunStore store;
    TRY(auto before, runsBefore(store, rendered.after, u"here"_s));
    TRY(rendered.request.after, std::move(before.jobs));
    printRendered(rendered.script, scheduler->commandLine(rendered.request).toShell());
    return 0;
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    CO_TRY(auto rendered, co_await client.call(methods::render, {}, experiment.request()));
    printRendered(rendered.script, rendered.commandLine);
    co_return 0;
  }
};

}  // namespace

extern const Command renderCommand{"render",
                                   "Print the script and the command line that would be submitted",
                                   addCommand<RenderCommand>};

}  // namespace trainyard
