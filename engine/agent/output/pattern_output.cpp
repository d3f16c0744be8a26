// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/pattern_output.h"

#include <cmath>

#include "engine/agent/job/message_events.h"
#include "engine/agent/output/count.h"
#include "engine/agent/output/huggingface_output.h"
#include "engine/agent/output/line_tokens.h"

namespace trainyard::agent {
namespace {

// "val_loss" and "valid_loss" are what other readers call eval/loss.
std::string pattern_curve_name(const std::string& name) {
  for (const std::string prefix : {"val_", "valid_", "validation_"})
    if (name.starts_with(prefix)) return "eval/" + name.substr(prefix.size());
  if (name.starts_with("train_")) return "train/" + name.substr(6);
  return metric_name(name);
}

}  // namespace

void PatternOutput::output_line(std::string_view line) {
  has_lines_ = has_lines_ || !line.empty();
  if (line.size() > LineTokens::max_line_bytes) return;
  plain_.clear();
  append_plain(plain_, line);
  const auto values = pattern_.match(plain_);
  if (!values) return;
  MetricsEvent metrics;
  for (const auto& [name, value] : *values) {
    if (name == "step")
      metrics.step = count_of(value);
    else if (name == "tokens")
      metrics.tokens = count_of(value);
    else if (name == "epoch" && std::isfinite(value))
      metrics.epoch = value;
    else if (name != "epoch")
      metrics.values.emplace_back(pattern_curve_name(name), value);
  }
  // Without a step, epochs or the order of the lines take its place.
  if (num_points_++ == 0)
    emit_(Event{0, -1,
                make_message(MessageLevel::info, "metrics.found",
                             {{"what", as_argument("found.pattern", {{"pattern", text_}})}}, "")});
  if (!metrics.step) metrics.step = metrics.epoch ? count_of(*metrics.epoch) : num_points_;
  emit_(Event{0, -1, std::move(metrics)});
}

void PatternOutput::finish() {
  if (num_points_ == 0 && has_lines_)
    emit_(Event{
        0, -1, make_message(MessageLevel::info, "metrics.no_line_fits", {{"pattern", text_}}, "")});
}

}  // namespace trainyard::agent
