// SPDX-License-Identifier: GPL-3.0-or-later
// `yard completion` and `yard manual`, and what completing shells ask.
#include "remote/cli/command.h"
#include "remote/cli/completion.h"

namespace trainyard {
namespace {

struct CompletionCommand {
  std::string shell;

  void describe(CLI::App& command) {
    command.add_option("SHELL", shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  }
  int run() { return printCompletion(shell); }
};

struct ManualCommand {
  const CLI::App* yard = nullptr;
  bool isPage = false;

  void describe(CLI::App& command) {
    yard = command.get_parent();
    command.add_flag("--markdown", isPage, "As a help page");
  }
  int run() { return isPage ? printCommandsPage(*yard) : printManual(*yard); }
};

struct CompleteCommand {
  const CLI::App* yard = nullptr;
  std::vector<std::string> words;

  void describe(CLI::App& command) {
    yard = command.get_parent();
    command.group("");
    command.add_option("WORD", words);
  }
  int run() { return printCandidates(*yard, words); }
};

}  // namespace

extern const Command completionCommand{
    "completion",
    "Print a shell completion script, for use as in: eval \"$(yard completion bash)\"",
    addCommand<CompletionCommand>};
extern const Command manualCommand{"manual", "Print the manual page, as in: man -l <(yard manual)",
                                   addCommand<ManualCommand>};
extern const Command completeCommand{"complete", "", addCommand<CompleteCommand>};

}  // namespace trainyard
