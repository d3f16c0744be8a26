// SPDX-License-Identifier: GPL-3.0-or-later
// Starting one process with its two outputs on pipes.
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
  std::vector<std::string>
      arguments;  // the program first; without a slash it is looked for in PATH of `environment`
  Environment environment;
  std::filesystem::path working_directory;
  int death_signal = 9;             // what it gets when the agent dies
  std::optional<unsigned> umask{};  // nothing: the agent's own
};

struct Child {
  pid_t pid = 0;
  int output = -1, error = -1;  // read ends, non-blocking; the caller closes them
};

// In a session of its own, input from /dev/null. Call from the thread that lives as long as the
// agent: the death signal comes when that thread ends. Errors (2): "program.not_found",
// "program.not_in_path", "program.not_started", "program.no_pipe", "program.no_process".
Result<Child> start_child(const ChildCommand& command);

// The file that `program` means; nothing when there is none that can be executed.
std::filesystem::path find_program(const std::string& program, const Environment& environment,
                                   const std::filesystem::path& working_directory);

}  // namespace trainyard::agent
