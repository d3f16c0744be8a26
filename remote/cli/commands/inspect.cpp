// SPDX-License-Identifier: GPL-3.0-or-later
// `yard inspect`: the data as training would see it, in the format of `engine inspect`.
#include <cstdio>

#include <unistd.h>

#include "remote/cli/command.h"

namespace trainyard {
namespace {

struct InspectCommand {
  ExperimentOptions experiment;
  InspectionRequest what;
  JsonOption json;

  void describe(CLI::App& command) {
    experiment.describe(command);
    experiment.describeChanges(command);
    command.add_option("--raw", what.raw, "Read only the first N records")
        ->check(CLI::PositiveNumber);
    addOption(command, "--split", what.split, "The split to show examples from");
    command.add_option("--samples", what.samples, "Number of examples")
        ->check(CLI::Range(0, 1000))
        ->capture_default_str();
    command.add_option("--from", what.from, "Index of the first example")
        ->check(CLI::NonNegativeNumber);
    command
        .add_option("--random", what.random, "A seed: examples in the random order of its epoch")
        ->check(CLI::NonNegativeNumber);
    command.add_option("--tokens", what.tokens, "Maximum number of tokens shown per example")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    command.add_flag("--ids", what.ids, "Also show each token with its id");
    json.describe(command);
  }

  QCoro::Task<Result<int>> run(ServiceClient& client) {
    const bool isTerminal = ::isatty(STDOUT_FILENO) != 0;
    if (!json.isGiven) what.marks = isTerminal ? u"colours"_s : u"signs"_s;
    CO_TRY(auto answer,
           co_await client.call(methods::inspect, {}, experiment.request(), std::move(what)));
    if (json.isGiven) co_return printJson(toJson(answer));
    // The engine has replaced control characters already.
    std::fwrite(answer.text.data(), 1, answer.text.size(), stdout);
    co_return 0;
  }
};

}  // namespace

extern const Command inspectCommand{"inspect", "Show the data as training would see it",
                                    addCommand<InspectCommand>};

}  // namespace trainyard
