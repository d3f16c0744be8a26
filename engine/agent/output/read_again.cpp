// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/read_again.h"

#include <istream>
#include <iterator>
#include <ostream>
#include <string>

#include "engine/agent/output/kept_output.h"
#include "engine/agent/output/line_budget.h"
#include "engine/agent/output/metrics_reader.h"
#include "engine/contract/messages.h"
#include "engine/contract/line_pattern.h"

namespace trainyard::agent {
namespace {

constexpr std::size_t max_request_bytes = 64 << 10;
constexpr std::int64_t max_points = 2'000'000;
// How long a printed point waits for the bar that is redrawn after it, as while it runs.
constexpr double bar_seconds = 1;

class Reading {
 public:
  Reading(const MetricsReading& reading, const std::filesystem::path& attempt, std::ostream& out)
      : out_(out),
        attempt_(attempt),
        reads_one_(reads_one_process(reading)),
        metrics_(make_metrics_reader(reading, attempt.parent_path().parent_path() / "checkpoints",
                                     [this](Event event) { print(std::move(event)); })) {}

  MetricsReadingEnd read() {
    for (const int rank : kept_ranks(attempt_)) {
      read_kept_output(attempt_, rank, [this](const KeptLine& line) { return add(line); });
      if (reads_one_) break;
    }
    if (metrics_) {
      metrics_->look_around();
      metrics_->finish();
    }
    return end_;
  }

 private:
  bool add(const KeptLine& line) {
    ++end_.lines;
    if (!metrics_ || (reads_one_ && !admit(line))) return true;
    if (metrics_->waiting() != 0 && line.time > waits_since_ + bar_seconds)
      metrics_->give_up_waiting();
    const std::int64_t waiting = metrics_->waiting();
    time_ = line.time;
    if (line.kind == OutputKind::output)
      metrics_->output_line(line.text);
    else
      metrics_->error_line(line.text);
    if (metrics_->waiting() != waiting) waits_since_ = time_;
    return !end_.is_cut;
  }

  // As while it ran: the same lines are read.
  bool admit(const KeptLine& line) {
    return budget_.admit(line.time, [this] { print(Event{0, -1, thinned_message()}); });
  }

  // Progress is of the moment.
  void print(Event event) {
    if (auto* metrics = std::get_if<MetricsEvent>(&event.body)) {
      metrics->source = PointSource::printed;
      end_.is_cut = end_.is_cut || num_points_++ >= max_points;
      if (end_.is_cut) return;
    } else if (!std::holds_alternative<MessageEvent>(event.body)) {
      return;
    }
    event.time = time_;
    event.sequence = sequence_++;
    out_ << to_line(event) << '\n';
  }

  std::ostream& out_;
  std::filesystem::path attempt_;
  bool reads_one_;
  MetricsReadingEnd end_;
  LineBudget budget_;
  double time_ = 0, waits_since_ = 0;
  std::int64_t num_points_ = 0, sequence_ = 0;
  std::unique_ptr<MetricsReader> metrics_;
};

}  // namespace

int read_again(const std::filesystem::path& attempt, std::istream& in, std::ostream& out,
               std::ostream& errors) {
  std::string text(max_request_bytes, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  const auto request = parse_json(text);
  if (!request || !request->get_if<Map>()) {
    errors << "yard-agent: " << render_message("agent.read_usage", {}) << '\n';
    return static_cast<int>(ExitCode::invalid_input);
  }
  const auto reading = read_leniently<MetricsReading>(*request);
  if (!reading.pattern.empty())
    if (const auto pattern = LinePattern::parse(reading.pattern); !pattern) {
      errors << "yard-agent: " << pattern.error().message << '\n';
      return static_cast<int>(ExitCode::invalid_input);
    }
  if (kept_ranks(attempt).empty()) {
    errors << "yard-agent: " << render_message("reread.no_output", {{"attempt", attempt.string()}})
           << '\n';
    return static_cast<int>(ExitCode::environment);
  }
  const MetricsReadingEnd end = Reading(reading, attempt, out).read();
  out << to_json(Value(to_map(end))) << std::endl;
  return out ? 0 : static_cast<int>(ExitCode::environment);
}

}  // namespace trainyard::agent
