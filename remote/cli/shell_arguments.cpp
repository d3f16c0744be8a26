// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/arguments.h"

#include <algorithm>
#include <memory>

#include "engine/contract/messages.h"
#include "remote/cli/output.h"
#include "remote/cli/shell_commands.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

// What srun is asked for.
struct AskedStep {
  int nodes = 0, gpus = 0, cpus = 0;
  std::string time, partition, account;

  StepResources resources() const {
    return {nodes, gpus, cpus, text(time), text(partition), text(account)};
  }
};

QStringList commandOf(const Arguments& a) {
  QStringList command;
  for (const std::string& word : a.command) command << text(word);
  return command;
}

void addRun(CLI::App& app, Arguments& a, std::function<int()>& action,
            std::optional<WithClient>& service) {
  CLI::App* run = app.add_subcommand(
      "run",
      "Run a command on a target and exit with its code: on the login node or, with any of the "
      "options, on nodes of its own through srun");
  const auto asked = std::make_shared<AskedStep>();
  run->add_option("TARGET", a.target, "Where; here is this computer")->required();
  run->add_option(
      "COMMAND", a.command,
      "The command and its arguments after --, as in: yard run TARGET -- nvidia-smi -L");
  run->add_option("--nodes", asked->nodes, "Number of nodes; the command runs once on each")
      ->check(CLI::PositiveNumber);
  run->add_option("--gpus", asked->gpus, "GPUs on each node")->check(CLI::PositiveNumber);
  run->add_option("--cpus", asked->cpus, "CPUs on each node")->check(CLI::PositiveNumber);
  run->add_option("--time", asked->time, "Time limit: MINUTES, HH:MM:SS or D-HH:MM:SS");
  run->add_option("--partition", asked->partition, "Partition of the cluster");
  run->add_option("--account", asked->account, "Account that pays for it");
  run->final_callback([&a, &action, &service, asked] {
    if (a.command.empty()) throw CLI::RequiredError("COMMAND");
    const StepResources resources = asked->resources();
    if (a.target == "here") {
      action = [&a, resources] {
        if (resources.isNone()) return runHere(commandOf(a));
        return fail(make_error("terminal.no_queue", {{"target", a.target}}));
      };
      return;
    }
    service = [&a, resources](ServiceClient& client) {
      return runThere(client, {text(a.target), commandOf(a), resources, {}});
    };
  });
}

}  // namespace

int takeCommand(int argc, char** argv, Arguments& a) {
  if (argc < 2 || std::string(argv[1]) != "run") return argc;
  char** const end = argv + argc;
  char** const dashes = std::find(argv, end, std::string("--"));
  if (dashes != end) a.command.assign(dashes + 1, end);
  return static_cast<int>(dashes - argv);
}

void addShells(CLI::App& app, Arguments& a, std::function<int()>& action,
               std::optional<WithClient>& service) {
  CLI::App* shell = app.add_subcommand("shell", "Open a shell on a target's login node");
  shell->add_option("TARGET", a.target, "Where; here is this computer")->required();
  shell->final_callback([&] {
    if (a.target == "here")
      action = [] { return runHere({}); };
    else
      service = [&](ServiceClient& client) {
        TerminalRequest request;
        request.target = text(a.target);
        return runThere(client, request);
      };
  });
  addRun(app, a, action, service);
}

}  // namespace trainyard
