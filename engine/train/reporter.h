// SPDX-License-Identifier: GPL-3.0-or-later
// What a rank reports: events for the agent, and lines for the user at the terminal. Only rank 0
// reports metrics and progress; every rank may report messages.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "engine/contract/run/events.h"
#include "engine/contract/result.h"
#include "engine/reporting/event_writer.h"
#include "engine/train/terminal.h"

namespace trainyard {

class Reporter {
 public:
  // `rank` is absent for a single process. Null `events`: only the terminal.
  Reporter(std::unique_ptr<EventWriter> events, std::optional<std::int64_t> rank);

  // Sends only an event; may be called from any thread.
  void send(decltype(Event::body) body);

  // Of a search, all that follows is about one training among those that the run consists of: its
  // steps count from `first_step` on, and as many trainings as `remaining`, with this one, are
  // expected. To be called between trainings. `is_silent`: nothing of it is reported but messages,
  // since others are trained at the same time.
  struct Part {
    std::int64_t first_step = 0;
    std::int64_t remaining = 1;
    bool is_silent = false;
  };
  void begin_part(Part part) { part_ = part; }
  // Whether metrics of this training appear nowhere, so that nobody may wait for them.
  bool is_silent() const { return part_.is_silent; }
  // A step of the training as one of the run.
  std::int64_t step_of_run(std::int64_t step) const { return part_.first_step + step; }
  // The objective of a trial that has ended after so many steps of the run, and the best so far.
  void search_value(std::int64_t step, double value, double best);
  // A record of the search's study, as its line.
  void study(std::string_view line) { events_->send_study(line); }

  // From any thread.
  void message(MessageLevel level, const std::string& code, Map arguments);
  void message(MessageLevel level, const Error& error);
  void warning(const std::string& code, Map arguments) {
    message(MessageLevel::warning, code, std::move(arguments));
  }
  // Sends an event for each new phase, then at most two per second.
  void progress(const std::string& phase, double done, double total);

  // To be called after every step; only for the terminal.
  void step(const StepLine& line);
  // To be called at steps that are logged.
  void logged(const MetricsEvent& metrics, const StepLine& line);
  // `total_steps` is for the line on the terminal.
  void evaluated(const MetricsEvent& metrics, std::int64_t total_steps);

  // Events that could not be delivered are reported on the terminal.
  void close();
  const std::string& node() const { return node_; }

 private:
  bool is_first_rank() const { return rank_.value_or(0) == 0; }
  void send_as_it_is(decltype(Event::body) body);

  std::unique_ptr<EventWriter> events_;
  std::optional<std::int64_t> rank_;
  Part part_;
  std::string node_;
  std::mutex terminal_mutex_;  // messages may come from any thread
  Terminal terminal_;
  std::chrono::steady_clock::time_point last_progress_{};
  std::string last_phase_;
};

}  // namespace trainyard
