// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/printed_output.h"

#include <algorithm>
#include <utility>

#include "engine/agent/causes/told.h"
#include "engine/agent/output/count.h"

namespace trainyard::agent {
namespace {

// What makes a curve of any training, without an import.
constexpr const char* line_to_add = "print({'step': step, 'loss': float(loss)}, flush=True)";
constexpr auto bar_pause = std::chrono::milliseconds(1000);  // between two reports about a bar

// The prefix "0: " of a line of `srun --label`, which pads the number; empty if there is none.
std::string_view label_of(std::string_view line) {
  std::size_t at = line.find_first_not_of(' ');
  if (at == line.npos || at > 6) return {};
  const std::size_t digits = line.find_first_not_of("0123456789", at);
  if (digits == line.npos || digits == at || line.substr(digits, 2) != ": ") return {};
  return line.substr(0, digits + 2);
}

Event message(const char* code, Map arguments) {
  return Event{0, -1, make_message(MessageLevel::info, code, std::move(arguments), "")};
}

}  // namespace

PrintedOutput::PrintedOutput(std::filesystem::path checkpoints, Emit emit)
    : emit_(std::move(emit)),
      dictionaries_(std::move(checkpoints),
                    [this](Event event) {
                      found("found.dictionaries");
                      emit_(std::move(event));
                    }),
      objects_([this](Event event) {
        found("found.json_lines");
        emit_(std::move(event));
      }) {}

// If every task of a step prints the same, only the first one to print is read.
std::string_view PrintedOutput::without_label(std::string_view line) {
  const std::string_view label = label_of(line);
  if (label.empty()) return line;
  const std::string_view rest = line.substr(label.size());
  if (rest.find('{') != 0 && rest.find("%|") == rest.npos) return line;
  if (!label_) label_ = std::string(label);
  return *label_ == label ? rest : std::string_view();
}

void PrintedOutput::output_line(std::string_view whole) {
  has_lines_ |= !whole.empty();
  const std::string_view line = without_label(whole);
  dictionaries_.output_line(line);
  objects_.output_line(line);
  take_bar(line);  // for a program whose errors are on its output
}

void PrintedOutput::error_line(std::string_view whole) {
  has_lines_ |= !whole.empty();
  take_bar(without_label(whole));
}

void PrintedOutput::take_bar(std::string_view line) {
  auto bar = parse_progress_bar(line);
  if (!bar) return;
  dictionaries_.error_line(line);
  const bool is_new = bar->done != bar_.done || bar->total != bar_.total;
  if (is_new && !bar->values.empty()) take_values(*bar);
  const auto now = std::chrono::steady_clock::now();
  const bool is_due = now - told_ >= bar_pause || bar->done == bar->total;
  bar_.done = bar->done;
  bar_.total = bar->total;
  if (!is_new || !is_due) return;
  told_ = now;
  has_bar_ = true;
  emit_(Event{0, -1,
              ProgressEvent{bar->description, static_cast<double>(bar->done),
                            static_cast<double>(bar->total)}});
}

// A bar that restarts is the next epoch's.
void PrintedOutput::take_values(const ProgressBar& bar) {
  if (!valued_total_) valued_total_ = bar.total;
  if (*valued_total_ != bar.total) return;
  if (bar.done < valued_done_) steps_before_ = std::min(steps_before_ + valued_done_, max_count);
  valued_done_ = bar.done;
  MetricsEvent metrics;
  metrics.step = steps_before_ + bar.done;
  for (const auto& [name, value] : bar.values) metrics.values.emplace_back(name, value);
  found("found.progress_bar");
  emit_(Event{0, -1, std::move(metrics)});
}

void PrintedOutput::event_seen(const Event& event) {
  has_points_ = has_points_ || std::holds_alternative<MetricsEvent>(event.body);
  dictionaries_.event_seen(event);
}

void PrintedOutput::found(const char* what) {
  if (std::exchange(has_points_, true)) return;
  emit_(message("metrics.found", {{"what", as_argument(what, {})}}));
}

void PrintedOutput::finish() {
  dictionaries_.finish();
  if (!has_points_ && has_lines_)
    emit_(message(has_bar_ ? "metrics.only_progress" : "metrics.nothing_found",
                  {{"line", line_to_add}}));
}

}  // namespace trainyard::agent
