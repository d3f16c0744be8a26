// SPDX-License-Identifier: GPL-3.0-or-later
// The trainer's subcommands.
#pragma once

#include <functional>

#include <CLI/CLI.hpp>

#include "engine/contract/result.h"

namespace trainyard {

// Prints an error; returns the exit code.
int report(const Result<ExitCode>& outcome);

// After parsing, `chosen` runs the command that was given, and returns its exit code.
void add_commands(CLI::App& app, std::function<int()>& chosen);

}  // namespace trainyard
