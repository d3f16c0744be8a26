// What a rank says: events to the outside, and lines for the person at the terminal. Metrics and progress are rank 0's
// alone; messages may come from every rank.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/events.h"
#include "engine/train/event_writer.h"

namespace trainyard {

class Reporter {
 public:
  // `rank` is absent for a lone process. Null `events`: the terminal only.
  Reporter(std::unique_ptr<EventWriter> events, std::optional<std::int64_t> rank);

  void send(decltype(Event::body) body);
  void message(MessageLevel level, const std::string& code, Map arguments, const std::string& text);
  void warning(const std::string& code, Map arguments, const std::string& text) {
    message(MessageLevel::warning, code, std::move(arguments), text);
  }
  void progress(const std::string& phase, double done, double total);

  // One line on stderr: step, loss, tokens/s, time left; on a terminal it is written over, at most ten times a second.
  struct StepLine {
    std::int64_t step = 0, total_steps = 0;
    double loss = 0, tokens_per_second = 0, seconds_left = 0;
  };
  void step_line(const StepLine& line);
  // For logs: a plain line that stays, with what was just logged.
  void metrics(const MetricsEvent& metrics);

  void close() { events_->close(); }
  bool speaks() const { return rank_.value_or(0) == 0; }
  const std::string& node() const { return node_; }

 private:
  void clear_line();

  std::unique_ptr<EventWriter> events_;
  std::optional<std::int64_t> rank_;
  std::string node_;
  bool terminal_ = false;
  bool line_open_ = false;
  std::chrono::steady_clock::time_point last_line_{};
  std::chrono::steady_clock::time_point last_progress_{};
  std::string last_phase_;
};

}  // namespace trainyard
