// yard-agent: started by the job around a training command.
#include <iostream>
#include <string>
#include <vector>

#include "engine/agent/nodes/node_agent.h"
#include "engine/agent/options.h"
#include "engine/agent/run.h"

int main(int argc, char** argv) {
  using namespace trainyard;
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
  if (arguments.size() == 1 && arguments[0] == "node") return agent::run_node();
  if (arguments.empty() || arguments[0] != "run") {
    std::cerr << "yard-agent: "
              << (arguments.empty()
                      ? "a command is needed: run"
                      : "'" + arguments[0] + "' is not a command; those are run and node")
              << "; see yard-agent --help\n";
    return static_cast<int>(ExitCode::invalid_input);
  }
  const auto options = agent::parse_options({arguments.begin() + 1, arguments.end()});
  if (!options) {
    std::cerr << "yard-agent: " << options.error().message << "\n";
    return static_cast<int>(options.error().exit_code);
  }
  return agent::run(*options);
}
