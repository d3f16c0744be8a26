// SPDX-License-Identifier: GPL-3.0-or-later
// yard-agent: started by the job as a wrapper of the training command.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "engine/agent/follow/follow.h"
#include "engine/agent/nodes/node_agent.h"
#include "engine/agent/job/options.h"
#include "engine/agent/output/read_again.h"
#include "engine/agent/relay.h"
#include "engine/agent/run.h"
#include "engine/agent/sampling/job_sampler.h"
#include "engine/contract/messages.h"

namespace {

// A run's output is accessible only to its owner, from the first byte and including the ranks'
// files, whatever the umask of the account; TRAINYARD_UMASK=027 lets the group read.
void restrict_files() {
  const char* wanted = std::getenv("TRAINYARD_UMASK");
  ::umask(wanted && std::string_view(wanted) == "027" ? 0027 : 0077);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace trainyard;
  restrict_files();
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const auto asks_help = [](const std::string& text) {
    return text == "--help" || text == "-h" || text == "help";
  };
  if (!arguments.empty() &&
      (asks_help(arguments[0]) ||
       (arguments.size() > 1 && arguments[0] == "run" && asks_help(arguments[1])))) {
    std::cout << agent::help_text();
    return 0;
  }
  if (!arguments.empty() && arguments[0] == "--version") {
    std::cout << "yard-agent " TRAINYARD_VERSION "\n";
    return 0;
  }
  if (!arguments.empty() && arguments[0] == "node")
    return agent::run_node(arguments.size() > 1 ? arguments[1] : "");
  if (arguments.size() == 1 && arguments[0] == "sample") return agent::sample_job();
  if (!arguments.empty() && arguments[0] == "relay")
    return agent::run_relay({arguments.begin() + 1, arguments.end()});
  if (arguments.size() == 2 && arguments[0] == "follow")
    return agent::follow(arguments[1], STDIN_FILENO, STDOUT_FILENO);
  if (arguments.size() == 2 && arguments[0] == "read")
    return agent::read_again(arguments[1], std::cin, std::cout, std::cerr);
  if (arguments.empty() || arguments[0] != "run") {
    std::cerr << "yard-agent: "
              << (arguments.empty()
                      ? render_message("agent.no_command", {})
                      : render_message("agent.unknown_command", {{"command", arguments[0]}}))
              << "\n";
    return static_cast<int>(ExitCode::invalid_input);
  }
  const auto options = agent::parse_options({arguments.begin() + 1, arguments.end()});
  if (!options) {
    std::cerr << "yard-agent: " << options.error().message << "\n";
    return static_cast<int>(options.error().exit_code);
  }
  return agent::run(*options);
}
