// SPDX-License-Identifier: GPL-3.0-or-later
// What a rank says: events to the outside, and lines for the person at the terminal. Metrics and
// progress are rank 0's alone; messages may come from every rank.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/contract/run/events.h"
#include "engine/contract/result.h"
#include "engine/train/event_writer.h"
#include "engine/train/terminal.h"

namespace trainyard {

class Reporter {
 public:
  // `rank` is absent for a lone process. Null `events`: the terminal only.
  Reporter(std::unique_ptr<EventWriter> events, std::optional<std::int64_t> rank);

  // To the outside only; from any thread.
  void send(decltype(Event::body) body);

  void message(MessageLevel level, const std::string& code, Map arguments);
  void message(MessageLevel level, const Error& error);
  void warning(const std::string& code, Map arguments) {
    message(MessageLevel::warning, code, std::move(arguments));
  }
  // An event for each new phase, then at most two a second.
  void progress(const std::string& phase, double done, double total);

  // After every step, for the terminal alone.
  void step(const StepLine& line);
  // At a step that is logged.
  void logged(const MetricsEvent& metrics, const StepLine& line);
  // `total_steps` is for the line that tells of it.
  void evaluated(const MetricsEvent& metrics, std::int64_t total_steps);

  // Events that could not be handed over are said at the terminal.
  void close();
  const std::string& node() const { return node_; }

 private:
  bool is_first_rank() const { return rank_.value_or(0) == 0; }

  std::unique_ptr<EventWriter> events_;
  std::optional<std::int64_t> rank_;
  std::string node_;
  Terminal terminal_;
  std::chrono::steady_clock::time_point last_progress_{};
  std::string last_phase_;
};

}  // namespace trainyard
