// SPDX-License-Identifier: GPL-3.0-or-later
// yard: the command line, the background service and, as `wait-turn`, the process that jobs on this
// computer start as.
#include <cstdio>
#include <string>

#include <QCoreApplication>

#include "remote/cli/command.h"
#include "remote/cli/rsh.h"
#include "remote/cli/terminal_answers.h"

namespace trainyard {
namespace {

int codeOf(const Result<int>& done) { return done ? *done : fail(done.error()); }

QCoro::Task<Result<int>> connectAndRun(ServiceCommand command) {
  ServiceClient client;
  client.setAnswerer(terminalAnswerer(), ServiceClient::Calls::typed);
  CO_TRY(co_await client.connectToService());
  co_return co_await command(client);
}

QCoro::Task<void> runWithClient(ServiceCommand command) {
  const auto done = co_await connectAndRun(std::move(command));
  QCoreApplication::exit(codeOf(done));
}

int runToEnd(QCoreApplication& application, ServiceCommand command) {
  // Started from the event loop, so that a command that ends immediately still quits it.
  QMetaObject::invokeMethod(
      &application, [command = std::move(command)] { runWithClient(command); },
      Qt::QueuedConnection);
  return QCoreApplication::exec();
}

int run(QCoreApplication& application, int argc, char** argv) {
  CLI::App app(
      "Trains language models here and on clusters. RUN is the start of a run's UUID, its "
      "folder's name, or `last`.",
      "yard");
  app.set_version_flag("--version", "yard " TRAINYARD_VERSION);
  app.require_subcommand(1);
  app.footer(
      "First steps:\n"
      "  $ yard targets add NAME --host HOST     # add a cluster, HOST as in `ssh HOST`\n"
      "  $ yard submit job.sh --on NAME --watch  # run a job script there as it is\n"
      "  $ yard new --from quickstart first.yaml # an experiment to try on this computer\n");
  ChosenCommand chosen;
  addTo(app, allCommands(), chosen);
  if (argc == 1) {
    std::fputs(app.help().c_str(), stderr);
    return static_cast<int>(ExitCode::invalid_input);
  }
  try {
    app.parse(leaveCommandWords(argc, argv), argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::invalid_input);
  }
  return chosen.service ? runToEnd(application, chosen.service) : codeOf(chosen.action());
}

}  // namespace
}  // namespace trainyard

int main(int argc, char** argv) {
  // Checked first: its arguments are those of a remote shell, and it is started for every transfer.
  if (argc > 1 && std::string(argv[1]) == "rsh") return trainyard::remoteShell(argc - 2, argv + 2);
  QCoreApplication application(argc, argv);
  QCoreApplication::setApplicationName(QStringLiteral("yard"));
  QCoreApplication::setApplicationVersion(QStringLiteral(TRAINYARD_VERSION));
  return trainyard::run(application, argc, argv);
}
