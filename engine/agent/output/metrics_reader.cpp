// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/metrics_reader.h"

#include "engine/agent/output/huggingface_output.h"
#include "engine/agent/output/jsonl_output.h"
#include "engine/agent/output/printed_output.h"

namespace trainyard::agent {

std::unique_ptr<MetricsReader> make_metrics_reader(ScriptMetrics kind,
                                                   const std::filesystem::path& checkpoints,
                                                   MetricsReader::Emit emit) {
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
