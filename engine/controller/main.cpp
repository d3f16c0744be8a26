// SPDX-License-Identifier: GPL-3.0-or-later
// yard-search: the controller of a search, as the agent of its job starts it.
#include <csignal>
#include <iostream>
#include <string_view>

#include "engine/contract/messages.h"
#include "engine/controller/controller.h"

namespace {

volatile std::sig_atomic_t received = 0;
extern "C" void on_stop_signal(int number) { received = number; }

}  // namespace

int main(int argc, char** argv) {
  using namespace trainyard;
  const std::string_view argument = argc == 2 ? argv[1] : "";
  if (argument == "--version") {
    std::cout << "yard-search " TRAINYARD_VERSION "\n";
    return 0;
  }
  if (argument.empty() || argument.starts_with("-")) {
    std::cerr << "yard-search RUN_FOLDER\n\n"
                 "Runs the search of the run folder's document: submits its trials as jobs, and "
                 "follows them.\nyard submits it as a job where search.run_as is controller_job.\n";
    return argument == "--help" || argument == "-h" ? 0 : static_cast<int>(ExitCode::invalid_input);
  }
  struct sigaction action{};
  action.sa_handler = on_stop_signal;
  sigemptyset(&action.sa_mask);
  for (const int number : {SIGTERM, SIGINT, SIGUSR1}) sigaction(number, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  return controller::run_controller(argv[1], received);
}
