// SPDX-License-Identifier: GPL-3.0-or-later
// `engine rehearse`: what would make a training fail, before it is submitted.
#pragma once

#include "engine/contract/result.h"
#include "engine/inspect/rehearse_training.h"

namespace trainyard {

struct RehearseArguments {
  RehearsalRequest request;
  bool json = false;  // with lines of progress before it
};

// On stdout: text, or one JSON object (a Rehearsal), which in the case of an error has `error`
// instead. "invalid_input" if an error was found.
Result<ExitCode> rehearse_command(RehearseArguments arguments);

}  // namespace trainyard
