// SPDX-License-Identifier: GPL-3.0-or-later
// engine: the trainer's command line.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "engine/commands.h"
#include "engine/contract/experiment/nearest.h"
#include "engine/contract/messages.h"
#include "engine/parallel/library_variables.h"
#include "engine/system/comma_list.h"
#include "engine/train/stop.h"

namespace trainyard {
namespace {

// Checks whether the first argument is a command. CLI11 would only say that one is needed.
Result<void> check_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return {};
  const std::string name = argv[1];
  std::vector<std::string> known;
  for (const CLI::App* command : app.get_subcommands({})) known.push_back(command->get_name());
  if (std::ranges::find(known, name) != known.end()) return {};
  if (const auto meant = nearest(name, known))
    return make_error("engine.no_command_near", {{"name", name}, {"nearest", *meant}});
  return make_error("engine.no_command", {{"name", name}, {"known", comma_list(known)}});
}

int run(int argc, char** argv) {
  CLI::App app{"Trains language models from an experiment file.", "engine"};
  app.set_version_flag("--version", TRAINYARD_VERSION);
  app.require_subcommand(1);
  std::function<int()> chosen;
  add_commands(app, chosen);
  if (const Result<void> known = check_command(app, argc, argv); !known)
    return report(known.error());
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::invalid_input);
  }
  return chosen();
}

}  // namespace
}  // namespace trainyard

int main(int argc, char** argv) {
  trainyard::set_library_variables();
  trainyard::install_signals();
  const int code = trainyard::run(argc, argv);
#ifndef __SANITIZE_ADDRESS__  // it looks for leaks at the end
  // All that was opened is closed. Without the destructors of static objects: libtorch's take back
  // each operator that it registered, which takes a third of the time of a short command.
  std::fflush(nullptr);
  std::_Exit(code);
#endif
  return code;
}
