// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/metrics_reader.h"

#include <algorithm>
#include <string_view>

#include "engine/agent/output/count.h"
#include "engine/agent/job/message_events.h"
#include "engine/agent/output/huggingface_output.h"
#include "engine/agent/output/jsonl_output.h"
#include "engine/agent/output/line_budget.h"
#include "engine/agent/output/pattern_output.h"
#include "engine/agent/output/printed_output.h"

namespace trainyard::agent {
namespace {

// As a person names a curve: with or without its part of the data.
bool is_named(std::string_view curve, std::string_view name) {
  return curve == name || (curve.ends_with(name) && curve.size() > name.size() &&
                           curve[curve.size() - name.size() - 1] == '/');
}

// Takes the step from the value of that name, and removes names that are not wanted.
class NamedValues {
 public:
  NamedValues(const MetricsReading& reading, MetricsReader::Emit emit)
      : step_(reading.step), leave_out_(reading.leave_out), emit_(std::move(emit)) {}

  void operator()(Event event) {
    auto* metrics = std::get_if<MetricsEvent>(&event.body);
    if (!metrics) return emit_(std::move(event));
    const auto remove = [&](const std::string& name, auto on_value) {
      std::erase_if(metrics->values, [&](const auto& value) {
        if (!is_named(value.first, name)) return false;
        on_value(value.second);
        return true;
      });
    };
    if (!step_.empty()) {
      remove(step_, [&](double value) { reached_ = count_of(value); });
      // Where it is not printed, what was reached counts.
      if (reached_) metrics->step = reached_;
    }
    for (const std::string& name : leave_out_) remove(name, [](double) {});
    if (!metrics->values.empty()) emit_(std::move(event));
  }

 private:
  std::string step_;
  std::vector<std::string> leave_out_;
  MetricsReader::Emit emit_;
  std::optional<std::int64_t> reached_;
};

}  // namespace

bool reads_one_process(const MetricsReading& reading) {
  return reading.kind != ScriptMetrics::jsonl || !reading.pattern.empty();
}

MessageEvent thinned_message() {
  return make_message(MessageLevel::info, "metrics.thinned",
                      {{"count", static_cast<std::int64_t>(LineBudget::at_once)},
                       {"rate", static_cast<std::int64_t>(LineBudget::per_second)}},
                      "");
}

std::unique_ptr<MetricsReader> make_metrics_reader(const MetricsReading& reading,
                                                   const std::filesystem::path& checkpoints,
                                                   MetricsReader::Emit emit) {
  if (reading.kind == ScriptMetrics::none) return nullptr;
  if (!reading.step.empty() || !reading.leave_out.empty())
    emit = NamedValues(reading, std::move(emit));
  if (!reading.pattern.empty())
    if (auto read = LinePattern::parse(reading.pattern))
      return std::make_unique<PatternOutput>(std::move(*read), reading.pattern, std::move(emit));
  switch (reading.kind) {
    case ScriptMetrics::automatic:
      return std::make_unique<PrintedOutput>(checkpoints, reading.step, std::move(emit));
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
