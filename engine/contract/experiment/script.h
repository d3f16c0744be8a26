// SPDX-License-Identifier: GPL-3.0-or-later
// What runs when the workload is a job script of the user.
#pragma once

#include "engine/contract/describe/names.h"

namespace trainyard {

enum class ScriptMetrics { automatic, huggingface, jsonl, none };
template <>
struct Names<ScriptMetrics> {
  static constexpr std::pair<ScriptMetrics, std::string_view> all[] = {
      {ScriptMetrics::automatic, "auto"},
      {ScriptMetrics::huggingface, "huggingface"},
      {ScriptMetrics::jsonl, "jsonl"},
      {ScriptMetrics::none, "none"}};
};

struct ScriptSection {
  std::string file = "job.sh";
  TextList arguments;
  ScriptMetrics metrics = ScriptMetrics::automatic;
  std::optional<std::string> metrics_pattern, metrics_step;
  TextList metrics_leave_out;
  TextList directives;
};

void describe(Section<ScriptSection>& section);

}  // namespace trainyard
