// SPDX-License-Identifier: GPL-3.0-or-later
// A command of `yard` is a struct: its members are what was given, describe() adds its options to
// the parser, and run() does it, with the service or without. Each is in a file of commands/, which
// exports it as a Command; command_list.cpp lists them.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <vector>

#include <QCoroTask>

#include "remote/cli/options.h"
#include "remote/cli/output.h"
#include "remote/service/client/client.h"

namespace trainyard {

using ServiceCommand = std::function<QCoro::Task<Result<int>>(ServiceClient&)>;

// What the command line asks for: one of the two, which returns the exit code.
struct ChosenCommand {
  std::function<Result<int>()> action;
  ServiceCommand service;
};

struct Command {
  const char* name;
  const char* help;
  void (*add)(CLI::App& command, ChosenCommand& chosen);  // addCommand of its struct
};

// In the order of help.
std::vector<Command> allCommands();
void addTo(CLI::App& parent, const std::vector<Command>& commands, ChosenCommand& chosen);

template <class Given>
concept RunsAlone = requires(Given& given) {
  { given.run() } -> std::convertible_to<Result<int>>;
};
template <class Given>
concept RunsWithService = requires(Given& given, ServiceClient& client) {
  { given.run(client) } -> std::same_as<QCoro::Task<Result<int>>>;
};

// What the struct may have besides: subcommands(), check(), which throws CLI::ParseError for what
// the parser cannot refuse by itself, and isLocal(), which decides if it can run both ways.
template <class Given>
void addCommand(CLI::App& command, ChosenCommand& chosen) {
  const auto given = std::make_shared<Given>();
  if constexpr (requires { given->describe(command); }) given->describe(command);
  if constexpr (requires { Given::subcommands(); }) addTo(command, Given::subcommands(), chosen);
  command.final_callback([given, &command, &chosen] {
    if (!command.get_subcommands().empty()) return;
    if constexpr (requires { given->check(); }) given->check();
    if constexpr (RunsWithService<Given>)
      chosen.service = [given](ServiceClient& client) { return given->run(client); };
    if constexpr (RunsAlone<Given>)
      chosen.action = [given]() -> Result<int> { return given->run(); };
    if constexpr (RunsAlone<Given> && RunsWithService<Given>)
      if (given->isLocal()) chosen.service = nullptr;
  });
}

// Keeps the words of `yard run` after --, which are the command's, whatever they look like. Returns
// how many words there are before.
int leaveCommandWords(int argc, char** argv);

}  // namespace trainyard
