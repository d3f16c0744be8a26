// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/huggingface_output.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "engine/agent/output/count.h"
#include "engine/agent/output/jsonl_output.h"
#include "engine/agent/output/set_value.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"

namespace trainyard::agent {
namespace {

constexpr std::uint64_t max_state_bytes = 64u << 20;

void add_value(MetricsEvent& metrics, const std::string& key, double number) {
  const auto count = count_of(number);
  if (key == "epoch" && std::isfinite(number))
    metrics.epoch = number;
  else if (key == "step" && count)
    metrics.step = count;
  else if ((key == "num_input_tokens_seen" || key == "num_tokens") && count)
    metrics.tokens = count;
  else
    set_value(metrics.values, metric_name(key), number);
}

void skip_spaces(std::string_view& text) {
  while (!text.empty() && (text[0] == ' ' || text[0] == '\t')) text.remove_prefix(1);
}

// Reads a Python string without escapes, with either kind of quotes.
std::optional<std::string> take_quoted(std::string_view& text) {
  if (text.empty() || (text[0] != '\'' && text[0] != '"')) return std::nullopt;
  const std::size_t end = text.find(text[0], 1);
  if (end == std::string_view::npos) return std::nullopt;
  std::string result(text.substr(1, end - 1));
  text.remove_prefix(end + 1);
  return result;
}

std::optional<double> python_number(const std::string& text) {
  if (text == "nan" || text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf" || text == "Infinity") return std::numeric_limits<double>::infinity();
  if (text == "-inf" || text == "-Infinity") return -std::numeric_limits<double>::infinity();
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

}  // namespace

std::string metric_name(const std::string& key) {
  if (key == "loss") return "train/loss";
  if (key == "grad_norm") return "train/gradient_norm";
  if (key == "learning_rate") return "train/learning_rate";
  if (key == "train_loss") return "train/mean_loss";
  if (key == "train_runtime") return "train/runtime_seconds";
  if (key == "eval_runtime") return "eval/runtime_seconds";
  if (key.find('/') != std::string::npos) return key;
  for (const std::string prefix : {"train_", "eval_", "test_", "predict_"})
    if (key.rfind(prefix, 0) == 0)
      return prefix.substr(0, prefix.size() - 1) + "/" + key.substr(prefix.size());
  return "train/" + key;
}

std::optional<MetricsEvent> parse_printed_dictionary(std::string_view line) {
  const std::size_t start = line.find("{'");
  if (start == std::string_view::npos || line.find_first_not_of(" \t") != start)
    return std::nullopt;
  std::string_view text = line.substr(start + 1);
  MetricsEvent metrics;
  while (true) {
    skip_spaces(text);
    const auto key = take_quoted(text);
    if (!key || text.empty() || text[0] != ':') return std::nullopt;
    text.remove_prefix(1);
    skip_spaces(text);
    std::optional<double> number;
    if (const auto quoted = take_quoted(text)) {
      number = python_number(*quoted);
    } else {
      const std::size_t end = text.find_first_of(",}");
      if (end == std::string_view::npos) return std::nullopt;
      number = python_number(std::string(text.substr(0, end)));
      text.remove_prefix(end);
    }
    if (number) add_value(metrics, *key, *number);
    skip_spaces(text);
    if (!text.empty() && text[0] == '}') break;
    if (text.empty() || text[0] != ',') return std::nullopt;
    text.remove_prefix(1);
  }
  if (metrics.values.empty()) return std::nullopt;
  return metrics;
}

std::optional<std::pair<std::int64_t, std::int64_t>> parse_training_bar(std::string_view line) {
  skip_spaces(line);
  const std::size_t percent = line.find("%|"), bar_end = percent == std::string_view::npos
                                                             ? percent
                                                             : line.find('|', percent + 2);
  if (bar_end == std::string_view::npos || percent > 3 ||
      line.substr(0, percent).find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  std::string_view counts = line.substr(bar_end + 1);
  std::int64_t done = 0, total = 0;
  if (!take_count(counts, done) || !counts.starts_with('/')) return std::nullopt;
  counts.remove_prefix(1);
  if (!take_count(counts, total)) return std::nullopt;
  return std::pair(done, total);
}

Result<std::vector<MetricsEvent>> parse_trainer_state(std::string_view text) {
  TRY(const auto value, parse_json(text));
  const Map* state = value.get_if<Map>();
  const Value* history = state ? find(*state, "log_history") : nullptr;
  const List* entries = history ? history->get_if<List>() : nullptr;
  if (!entries) return make_error("trainer_state.no_history", {});
  std::vector<MetricsEvent> result;
  for (const Value& entry : *entries) {
    const Map* logs = entry.get_if<Map>();
    if (!logs) continue;
    MetricsEvent metrics;
    for (const auto& [key, item] : *logs)
      if (const auto number = number_of(item)) add_value(metrics, key, *number);
    if (metrics.step && !metrics.values.empty()) result.push_back(std::move(metrics));
  }
  return result;
}

void HuggingfaceOutput::output_line(std::string_view line) {
  if (has_callback_) return;
  auto metrics = parse_printed_dictionary(line);
  if (!metrics) return;
  ++num_printed_;
  if (!may_be_of_pending_step(*metrics)) emit_pending(std::nullopt);
  pending_.push_back(std::move(*metrics));
  if (!training_total_) emit_pending(std::nullopt);
}

void HuggingfaceOutput::error_line(std::string_view line) {
  if (has_callback_) return;
  const auto bar = parse_training_bar(line);
  if (!bar) return;
  if (!training_total_) training_total_ = bar->second;
  if (bar->second != *training_total_) return;
  last_step_ = bar->first;
  emit_pending(last_step_);
}

void HuggingfaceOutput::event_seen(const Event& event) {
  if (std::holds_alternative<StartEvent>(event.body) ||
      std::holds_alternative<MetricsEvent>(event.body))
    has_callback_ = true;
}

// The values of an evaluation stand behind the loss of the same step, and those of the whole
// training behind both.
bool HuggingfaceOutput::may_be_of_pending_step(const MetricsEvent& metrics) const {
  return std::ranges::all_of(pending_, [&](const MetricsEvent& other) {
    return metrics.epoch && other.epoch == metrics.epoch &&
           std::ranges::none_of(other.values, [&](const auto& value) {
             return has_value(metrics.values, value.first);
           });
  });
}

// No bar comes after the values of the whole training: it has ended at the last bar's step.
void HuggingfaceOutput::give_up_waiting() {
  const bool has_ended = std::ranges::any_of(pending_, [](const MetricsEvent& metrics) {
    return has_value(metrics.values, "train/runtime_seconds");
  });
  emit_pending(has_ended ? last_step_ : std::nullopt);
}

void HuggingfaceOutput::emit_pending(std::optional<std::int64_t> step) {
  for (MetricsEvent& metrics : pending_) {
    if (!metrics.step) metrics.step = step;
    emit_(Event{0, -1, std::move(metrics)});
  }
  pending_.clear();
}

void HuggingfaceOutput::look_around() {
  if (has_callback_) return;
  if (num_printed_ == 0) return;
  std::error_code error;
  for (std::filesystem::directory_iterator item(checkpoints_, error), end; !error && item != end;
       item.increment(error)) {
    const std::filesystem::path file =
        item->is_directory() ? item->path() / "trainer_state.json" : item->path();
    std::error_code missing;
    if (file.filename() == "trainer_state.json" && std::filesystem::exists(file, missing))
      read_trainer_state(file);
  }
}

void HuggingfaceOutput::finish() {
  if (has_callback_) return;
  give_up_waiting();
  look_around();
}

// Exact values for their steps: a later line for the same step and name replaces the printed one.
void HuggingfaceOutput::read_trainer_state(const std::filesystem::path& file) {
  if (states_read_.contains(file)) return;
  const auto text = read_file(file, max_state_bytes);
  auto entries =
      text ? parse_trainer_state(*text) : Result<std::vector<MetricsEvent>>(text.error());
  if (!entries) return;  // still being written: read again later
  states_read_.insert(file);
  for (MetricsEvent& metrics : *entries) emit_(Event{0, -1, std::move(metrics)});
}

}  // namespace trainyard::agent
