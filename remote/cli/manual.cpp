// SPDX-License-Identifier: GPL-3.0-or-later
// The manual page, in roff with the man macros (man(7)).
#include <cstdio>

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

std::string nameOf(const CLI::Option& option) {
  const std::string name = option.get_name(option.get_positional(), true);
  const bool takesValue = !option.get_positional() && option.get_expected_max() > 0;
  return takesValue ? name + " " + option.get_type_name() : name;
}

void printOptions(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_lnames() == std::vector<std::string>{"help"}) continue;
    std::printf(".TP\n.B %s\n%s\n", roff(nameOf(*option)).c_str(),
                roff(option->get_description()).c_str());
  }
}

void printCommand(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_group().empty()) continue;
    const std::string whole = name + " " + command->get_name();
    std::string usage = whole;
    for (const CLI::Option* option : command->get_options())
      if (option->get_positional()) usage += " " + option->get_name(true);
    std::printf(".SS %s\n%s.\n", roff(usage).c_str(), roff(command->get_description()).c_str());
    printOptions(*command);
    printCommand(*command, whole);
  }
}

}  // namespace

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
