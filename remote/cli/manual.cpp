// SPDX-License-Identifier: GPL-3.0-or-later
// The manual page, in roff with the man macros (man(7)), and as a help page.
#include <cstdio>

#include "engine/contract/command_page.h"
#include "remote/cli/completion.h"

namespace trainyard {
namespace {

// Escapes what roff would interpret: backslashes, and a leading dot or apostrophe.
std::string roff(const std::string& text) {
  std::string result;
  bool isFront = true;
  for (const char c : text) {
    if (isFront && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
    isFront = c == '\n';
  }
  return result;
}

void printOptions(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_lnames() == std::vector<std::string>{"help"}) continue;
    std::printf(".TP\n.B %s\n%s\n", roff(name_with_value(*option)).c_str(),
                roff(option->get_description()).c_str());
  }
}

void printCommand(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_group().empty()) continue;
    const std::string whole = name + " " + command->get_name();
    std::printf(".SS %s\n%s.\n", roff(usage_of(*command, whole)).c_str(),
                roff(command->get_description()).c_str());
    printOptions(*command);
    printCommand(*command, whole);
  }
}

constexpr const char* pageBeginning =
    R"(# Commands

Every command of `yard` and `engine` with what it can be given. This page is written by `yard manual --markdown` and `engine manual`; change the
description of an option where the program declares it (`remote/cli/`, `engine/commands.cpp`), not here.

`yard completion bash` (or `zsh`, `fish`) has the shell complete all of it, with names of clusters, runs and fields; `yard manual` is the manual page. What the
programs end with: [exit codes](formats.md#exit-codes).

)";

}  // namespace

int printCommandsPage(const CLI::App& app) {
  std::fputs((pageBeginning + commands_markdown(app)).c_str(), stdout);
  return 0;
}

int printManual(const CLI::App& app) {
  std::printf(".TH YARD 1 \"\" \"Trainyard " TRAINYARD_VERSION "\" \"Trainyard\"\n");
  std::printf(".SH NAME\nyard \\- train language models here and on Slurm clusters\n");
  std::printf(".SH SYNOPSIS\n.B yard\nCOMMAND [OPTIONS]\n.SH DESCRIPTION\n%s\n",
              roff(app.get_description()).c_str());
  std::printf(".SH COMMANDS\n");
  printCommand(app, "yard");
  std::printf(
      ".SH EXIT STATUS\n0: done. 1: failed. 2: something given is wrong. 3: something "
      "is missing here or there. 8: a cluster is not reached. 9: its scheduler refuses. "
      "yard watch and submit \\-\\-watch end with the run's own code.\n");
  return 0;
}

}  // namespace trainyard
