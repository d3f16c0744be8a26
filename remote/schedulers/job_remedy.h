// SPDX-License-Identifier: GPL-3.0-or-later
// What a person can do about a waiting job that does not start by itself.
#pragma once

#include <optional>
#include <string>

#include <QString>

#include "engine/contract/value.h"
#include "remote/process/command_line.h"

namespace trainyard {

enum class JobRemedy {
  none,     // it starts by itself, or only the site can help
  release,  // it is held
  cancel,   // it never starts as it was requested
};
// `code`, `arguments`: of the queue's reason, as in the store.
JobRemedy remedyFor(const std::string& code, const Map& arguments);

// Releases the job that is held for this reason, run on its target. Nothing for another reason.
std::optional<CommandLine> releaseOfJob(const std::string& code, const Map& arguments,
                                        const QString& job);

}  // namespace trainyard
