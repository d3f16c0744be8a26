// SPDX-License-Identifier: GPL-3.0-or-later
// Starts a process with both outputs connected to pipes.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard::agent {

using Environment = std::map<std::string, std::string>;
Environment own_environment();

struct ChildCommand {
  std::vector<std::string> arguments;  // starts with the program; without a slash it is searched in
                                       // PATH of `environment`
  Environment environment;
  std::filesystem::path working_directory;
  int death_signal = 9;             // sent to it when the agent dies
  std::optional<unsigned> umask{};  // nothing: inherited from the agent
  std::filesystem::path input{};    // its standard input; empty: /dev/null
};

struct Child {
  pid_t pid = 0;
  int output = -1, error = -1;  // read ends, non-blocking; the caller closes them
};

// Starts it in its own session. Must be called from a thread that lives
// as long as the agent: the death signal is sent when that thread ends. Errors (2):
// "program.not_found", "program.not_in_path", "program.not_started", "program.no_input",
// "program.no_pipe", "program.no_process".
Result<Child> start_child(const ChildCommand& command);

// Returns the file that `program` refers to; empty if no such executable exists.
std::filesystem::path find_program(const std::string& program, const Environment& environment,
                                   const std::filesystem::path& working_directory);

}  // namespace trainyard::agent
