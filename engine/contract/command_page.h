// SPDX-License-Identifier: GPL-3.0-or-later
// The help page of a program's command line, derived from its parser like its --help.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace trainyard {

// The option's names with what stands for its value, as in "--set TEXT".
std::string name_with_value(const CLI::Option& option);

// The command with what it must or may be given, as in "yard show RUN".
std::string usage_of(const CLI::App& command, const std::string& name);

// Markdown: a heading of the second level for the program, one of the third for each command, and a
// table of its options. Hidden commands are left out.
std::string commands_markdown(const CLI::App& program);

}  // namespace trainyard
