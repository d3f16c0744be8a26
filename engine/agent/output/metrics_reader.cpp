// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/metrics_reader.h"

#include "engine/agent/output/huggingface_output.h"
#include "engine/agent/output/jsonl_output.h"
#include "engine/agent/output/pattern_output.h"
#include "engine/agent/output/printed_output.h"

namespace trainyard::agent {

std::unique_ptr<MetricsReader> make_metrics_reader(ScriptMetrics kind, const std::string& pattern,
                                                   const std::filesystem::path& checkpoints,
                                                   MetricsReader::Emit emit) {
  if (kind != ScriptMetrics::none && !pattern.empty())
    if (auto read = LinePattern::parse(pattern))
      return std::make_unique<PatternOutput>(std::move(*read), pattern, std::move(emit));
  switch (kind) {
    case ScriptMetrics::automatic:
      return std::make_unique<PrintedOutput>(checkpoints, std::move(emit));
    case ScriptMetrics::huggingface:
      return std::make_unique<HuggingfaceOutput>(checkpoints, std::move(emit));
    case ScriptMetrics::jsonl:
      return std::make_unique<JsonlOutput>(std::move(emit));
    case ScriptMetrics::none:
      break;
  }
  return nullptr;
}

}  // namespace trainyard::agent
