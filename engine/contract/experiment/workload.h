// SPDX-License-Identifier: GPL-3.0-or-later
// What a run executes.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

enum class Workload { engine, command, script };
template <>
struct Names<Workload> {
  static constexpr std::pair<Workload, std::string_view> all[] = {
      {Workload::engine, "engine"}, {Workload::command, "command"}, {Workload::script, "script"}};
};

}  // namespace trainyard
