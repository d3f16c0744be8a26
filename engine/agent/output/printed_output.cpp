// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/printed_output.h"

#include <algorithm>
#include <utility>

#include "engine/agent/job/message_events.h"
#include "engine/agent/output/count.h"
#include "engine/contract/line_pattern.h"

namespace trainyard::agent {
namespace {

// What makes a curve of any training, without an import.
constexpr const char* line_to_add = "print({'step': step, 'loss': float(loss)}, flush=True)";
constexpr const char* shell_line_to_add = "echo \"step $step: loss $loss\"";
constexpr auto bar_pause = std::chrono::milliseconds(1000);  // between two reports about a bar

// The prefix "0: " of a line of `srun --label`, which pads the number; empty if there is none.
std::string_view label_of(std::string_view line) {
  std::size_t at = line.find_first_not_of(' ');
  if (at == line.npos || at > 6) return {};
  const std::size_t digits = line.find_first_not_of("0123456789", at);
  if (digits == line.npos || digits == at || line.substr(digits, 2) != ": ") return {};
  return line.substr(0, digits + 2);
}

bool tells_progress(const MetricsEvent& metrics) {
  return metrics.step || metrics.epoch || metrics.tokens ||
         std::any_of(metrics.values.begin(), metrics.values.end(), [](const auto& value) {
           return meaning(word_parts(value.first)) == Meaning::metric;
         });
}

// The same names with other values.
bool is_changed(const MetricsEvent& before, const MetricsEvent& now) {
  const auto has_name = [](const auto& a, const auto& b) { return a.first == b.first; };
  return std::equal(before.values.begin(), before.values.end(), now.values.begin(),
                    now.values.end(), has_name) &&
         before.values != now.values;
}

Event message(const char* code, Map arguments) {
  return Event{0, -1, make_message(MessageLevel::info, code, std::move(arguments), "")};
}

}  // namespace

PrintedOutput::PrintedOutput(std::filesystem::path checkpoints, const std::string& step, Emit emit)
    : emit_(std::move(emit)),
      dictionaries_(std::move(checkpoints),
                    [this](Event event) { take_point("found.dictionaries", std::move(event)); }),
      objects_([this](Event event) { take_point("found.json_lines", std::move(event)); }),
      learned_(
          step, [this](MetricsEvent metrics) { emit_(Event{0, -1, std::move(metrics)}); },
          [this](LearnedOutput::Found what) {
            has_learned_ = true;
            found("found.lines", {{"line", what.line}, {"names", what.names}});
          }) {}

// Settings are printed as dictionaries and objects, too: once, or always the same.
void PrintedOutput::take_point(const char* what, Event event) {
  was_read_ = true;
  const auto* metrics = std::get_if<MetricsEvent>(&event.body);
  if (metrics && !tells_progress(*metrics)) {
    if (!unclear_ || !is_changed(*unclear_, *metrics)) {
      unclear_ = *metrics;
      return;
    }
    if (!is_structured_) {
      is_structured_ = true;
      found(what);
      emit_(Event{0, -1, *unclear_});
    }
  }
  is_structured_ = true;
  found(what);
  emit_(std::move(event));
}

// If every task of a step prints the same, only the first one to print is read.
std::string_view PrintedOutput::without_label(std::string_view line) {
  const std::string_view label = label_of(line);
  if (label.empty()) return line;
  const std::string_view rest = line.substr(label.size());
  if (rest.find('{') != 0 && rest.find("%|") == rest.npos) return line;
  if (!label_) label_ = std::string(label);
  return *label_ == label ? rest : std::string_view();
}

void PrintedOutput::output_line(std::string_view whole) { take_line(whole); }
void PrintedOutput::error_line(std::string_view whole) { take_line(whole); }

// A dictionary or an object, also behind the time and the name of a logger. With a counter before
// it, or with its numbers in quotes, it is a line as any other.
bool PrintedOutput::take_structured(std::string_view line) {
  const std::size_t open = line.find('{');
  if (open == line.npos) return false;
  const std::string_view text = line.substr(open);
  const bool is_dictionary = text.starts_with("{'");
  if (line.find_first_not_of(" \t") != open) {
    if (!is_dictionary && !text.starts_with("{\"")) return false;
    LineTokens prefix;
    if (!prefix.read(line.substr(0, open))) return false;
    const LineReading before = read_values(prefix.tokens());
    if (before.step || before.epoch || !before.values.empty()) return false;
  }
  if (is_dictionary) {
    if (!parse_printed_dictionary(text)) return false;
    dictionaries_.output_line(text);
    return true;
  }
  // Numbers in quotes are read as those of a line.
  if (open > 0)
    for (std::size_t at = text.find(": \""); at != text.npos; at = text.find(": \"", at + 1))
      if (number_at(text.substr(at + 3))) return false;
  was_read_ = false;
  objects_.output_line(text);
  return was_read_;
}

void PrintedOutput::take_line(std::string_view whole) {
  has_lines_ |= !whole.empty();
  const std::string_view line = without_label(whole);
  if (take_structured(line) || take_bar(line))
    return;  // also of a program whose errors are on its output
  if (!is_structured_ || has_learned_) learned_.take(line);
}

bool PrintedOutput::take_bar(std::string_view line) {
  auto bar = parse_progress_bar(line);
  if (!bar) return false;
  dictionaries_.error_line(line);
  const bool is_new = bar->done != bar_.done || bar->total != bar_.total;
  if (is_new && !bar->values.empty()) take_values(*bar);
  if (is_new && (!is_structured_ || has_learned_))
    learned_.take_bar(bar->note.empty() ? bar->description : bar->description + ", " + bar->note,
                      bar->done, bar->total);
  const auto now = std::chrono::steady_clock::now();
  const bool is_due = now - told_ >= bar_pause || bar->done == bar->total;
  bar_.done = bar->done;
  bar_.total = bar->total;
  if (!is_new || !is_due) return true;
  told_ = now;
  has_bar_ = true;
  emit_(Event{0, -1,
              ProgressEvent{bar->description, static_cast<double>(bar->done),
                            static_cast<double>(bar->total)}});
  return true;
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
  learned_.reached(*metrics.step);
  emit_(Event{0, -1, std::move(metrics)});
}

void PrintedOutput::event_seen(const Event& event) {
  if (std::holds_alternative<MetricsEvent>(event.body)) has_points_ = is_structured_ = true;
  dictionaries_.event_seen(event);
}

void PrintedOutput::found(const char* what, Map arguments) {
  if (std::exchange(has_points_, true)) return;
  emit_(message("metrics.found", {{"what", as_argument(what, std::move(arguments))}}));
}

void PrintedOutput::finish() {
  dictionaries_.finish();
  if (!is_structured_ || has_learned_) learned_.finish();
  if (!has_points_ && has_lines_)
    emit_(message(has_bar_ ? "metrics.only_progress" : "metrics.nothing_found",
                  {{"line", line_to_add}, {"shell", shell_line_to_add}}));
}

}  // namespace trainyard::agent
