// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/rehearse_command.h"

#include <cstdio>

#include "engine/contract/messages.h"
#include "engine/inspect/progress_lines.h"
#include "engine/train/memory_plan.h"

namespace trainyard {

namespace {

void print_rehearsal(const Rehearsal& rehearsal) {
  for (const Diagnostic& finding : rehearsal.diagnostics)
    std::printf("%s\n", to_line(finding).c_str());
  if (rehearsal.losses.empty()) return;
  std::printf("%zu steps, loss %.4g to %.4g\n", rehearsal.losses.size(), rehearsal.losses.front(),
              rehearsal.losses.back());
  for (const auto& [name, value] : rehearsal.metrics) std::printf("%s %.4g\n", name.c_str(), value);
  if (const PlannedMemory* own = rehearsal.plan ? rehearsal.plan->own() : nullptr)
    std::printf("%s for each process\n", bytes_text(own->total()).c_str());
}

}  // namespace

Result<ExitCode> rehearse_command(RehearseArguments arguments) {
  ProgressLines lines;
  if (arguments.json)
    arguments.request.progress = [&lines](std::string_view phase, double done, double total) {
      lines.report(phase, done, total);
      return true;
    };
  const Result<Rehearsal> rehearsal = rehearse_training(arguments.request);
  if (!rehearsal && arguments.json) {
    const Error& error = rehearsal.error();
    print_json(
        {{"format", kRehearsalFormat},
         {"error",
          Map{{"code", error.code}, {"arguments", error.arguments}, {"text", error.message}}}});
  }
  if (!rehearsal) return rehearsal.error();
  if (arguments.json)
    print_json(to_map(*rehearsal));
  else
    print_rehearsal(*rehearsal);
  return has_errors(rehearsal->diagnostics) ? ExitCode::invalid_input : ExitCode::completed;
}

}  // namespace trainyard
