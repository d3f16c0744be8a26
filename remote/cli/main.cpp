// SPDX-License-Identifier: GPL-3.0-or-later
// yard: the command line, the background service and, as `wait-turn`, the process that jobs on this
// computer start as.
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <QCoreApplication>

#include "remote/cli/arguments.h"
#include "remote/cli/completion.h"
#include "remote/cli/output.h"
#include "remote/cli/rsh.h"
#include "remote/cli/terminal_answers.h"
#include "remote/schedulers/direct/local_job.h"
#include "remote/service/serve.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

QCoro::Task<void> runWithClient(WithClient command) {
  int code = 0;
  {
    ServiceClient client;
    client.setAnswerer(terminalAnswerer(), ServiceClient::Calls::typed);
    auto connected = co_await client.connectToService();
    code = connected ? co_await command(client) : fail(connected.error());
  }
  QCoreApplication::exit(code);
}

int runToEnd(QCoreApplication& application, WithClient command) {
  // Started from the event loop, so that a command that ends immediately still quits it.
  QMetaObject::invokeMethod(
      &application, [command = std::move(command)] { runWithClient(command); },
      Qt::QueuedConnection);
  return QCoreApplication::exec();
}

void addService(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* service = app.add_subcommand("serve", "The background service; started on demand");
  service->add_option("--idle-seconds", a.idleSeconds, "Exit after being idle for this long")
      ->capture_default_str();
  whenGiven(service, action, [&] { return serve({std::chrono::seconds(a.idleSeconds)}); });
  CLI::App* wait = app.add_subcommand("wait-turn", "")->group("");
  wait->add_option("--run-dir", a.runDir)->required();
  wait->add_option("--submission", a.submission)->required();
  wait->add_option("--processors", a.processors)->required();
  wait->add_option("--gpus", a.gpus)->required();
  wait->add_option("--after", a.after)->expected(1)->take_all();
  wait->add_option("--array", a.array);
  wait->add_option("--task", a.task);
  whenGiven(wait, action, [&] {
    LocalJob job{text(a.runDir), a.submission, {a.processors, a.gpus}};
    for (const std::string& one : a.after) job.after << afterFrom(text(one));
    job.array = text(a.array);
    job.task = a.task;
    const auto ended = runLocalJob(job);
    if (ended) return 0;
    // The reason is in job.json and not part of the job's output.
    return ended.error().code.starts_with("after.") ? static_cast<int>(ended.error().exit_code)
                                                    : fail(ended.error());
  });
}

void addShellHelp(CLI::App& app, Arguments& a, std::function<int()>& action) {
  CLI::App* completion = app.add_subcommand(
      "completion",
      "Print a shell completion script, for use as in: eval \"$(yard completion bash)\"");
  completion->add_option("SHELL", a.what, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  whenGiven(completion, action, [&] { return printCompletion(a.what); });
  CLI::App* manual =
      app.add_subcommand("manual", "Print the manual page, as in: man -l <(yard manual)");
  const auto isPage = std::make_shared<bool>(false);
  manual->add_flag("--markdown", *isPage, "As a help page");
  whenGiven(manual, action,
            [&app, isPage] { return *isPage ? printCommandsPage(app) : printManual(app); });
  CLI::App* complete = app.add_subcommand("complete", "")->group("");
  complete->add_option("WORD", a.files);
  whenGiven(complete, action, [&] { return printCandidates(app, a.files); });
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
  Arguments arguments;
  std::function<int()> action;
  std::optional<WithClient> service;
  addTargets(app, arguments, service);
  addEngine(app, arguments, action, service);
  addClusters(app, arguments, service);
  addWhere(app, arguments, service);
  addExperiments(app, arguments, action, service);
  addNew(app, arguments, action);
  addImport(app, arguments, action);
  addRuns(app, arguments, action, service);
  addStudies(app, arguments, action, service);
  addTunnels(app, arguments, service);
  addNotify(app, action);
  addShells(app, arguments, action, service);
  addFiles(app, arguments, service);
  addAgents(app, arguments, action, service);
  addService(app, arguments, action);
  addShellHelp(app, arguments, action);
  if (argc == 1) {
    std::fputs(app.help().c_str(), stderr);
    return static_cast<int>(ExitCode::invalid_input);
  }
  try {
    app.parse(takeCommand(argc, argv, arguments), argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::invalid_input);
  }
  if (service) return runToEnd(application, *service);
  return action();
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
