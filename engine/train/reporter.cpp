// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/reporter.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "engine/contract/messages.h"

namespace trainyard {

namespace {

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

// "step 100/240  eval loss 5.1234  eval perplexity 168.01"
std::string evaluation_text(const MetricsEvent& metrics, std::int64_t total_steps) {
  std::string text =
      "step " + std::to_string(metrics.step.value_or(0)) + "/" + std::to_string(total_steps);
  for (const auto& [name, value] : metrics.values) {
    char number[40];
    std::snprintf(number, sizeof number, "%.5g", value);
    const std::size_t slash = name.find('/');
    text += "  " + name.substr(0, slash) + " " + name.substr(slash + 1) + " " + number;
  }
  return text;
}

constexpr auto progress_pause = std::chrono::milliseconds(500);

}  // namespace

Reporter::Reporter(std::unique_ptr<EventWriter> events, std::optional<std::int64_t> rank)
    : events_(events ? std::move(events) : std::make_unique<EventWriter>(nullptr)),
      rank_(rank),
      node_(host_name()),
      terminal_(stderr) {}

void Reporter::send(decltype(Event::body) body) {
  if (part_.is_silent && !std::holds_alternative<MessageEvent>(body)) return;
  if (auto* start = std::get_if<StartEvent>(&body)) {
    start->resume_step = step_of_run(start->resume_step);
    if (start->total_steps)
      *start->total_steps = step_of_run(*start->total_steps * part_.remaining);
  } else if (auto* metrics = std::get_if<MetricsEvent>(&body)) {
    if (metrics->step) *metrics->step = step_of_run(*metrics->step);
  } else if (auto* sample = std::get_if<SampleEvent>(&body)) {
    if (sample->step) *sample->step = step_of_run(*sample->step);
  } else if (auto* checkpoint = std::get_if<CheckpointEvent>(&body)) {
    checkpoint->step = step_of_run(checkpoint->step);
  }
  send_as_it_is(std::move(body));
}

void Reporter::send_as_it_is(decltype(Event::body) body) {
  Event event;
  event.body = std::move(body);
  events_->send(std::move(event));
}

void Reporter::search_value(std::int64_t step, double value, double best) {
  MetricsEvent metrics;
  metrics.step = step;
  metrics.values = {{"search/value", value}, {"search/best", best}};
  send_as_it_is(std::move(metrics));
}

void Reporter::message(MessageLevel level, const std::string& code, Map arguments) {
  message(level, make_error(code, std::move(arguments)));
}

void Reporter::message(MessageLevel level, const Error& error) {
  {
    const std::lock_guard lock(terminal_mutex_);
    terminal_.print("engine: " + std::string(name_of(level)) + ": " + error.message);
  }
  send(MessageEvent{level, error.code, error.arguments, error.message, rank_, node_});
}

void Reporter::close() {
  events_->close();
  const std::lock_guard lock(terminal_mutex_);
  if (const auto lost = static_cast<std::int64_t>(events_->lost()); lost > 0)
    terminal_.print("engine: warning: " + render_message("events.lost", {{"count", lost}}));
}

void Reporter::progress(const std::string& phase, double done, double total) {
  if (!is_first_rank()) return;
  {
    const std::lock_guard lock(terminal_mutex_);
    terminal_.phase(message_of(phase, {}, phase), done, total);
  }
  const auto now = std::chrono::steady_clock::now();
  if (phase == last_phase_ && now - last_progress_ < progress_pause) return;
  last_phase_ = phase;
  last_progress_ = now;
  send(ProgressEvent{phase, done, total});
}

void Reporter::step(const StepLine& line) {
  if (!is_first_rank()) return;
  const std::lock_guard lock(terminal_mutex_);
  terminal_.step(line);
}

void Reporter::logged(const MetricsEvent& metrics, const StepLine& line) {
  if (!is_first_rank()) return;
  last_phase_.clear();
  {
    const std::lock_guard lock(terminal_mutex_);
    terminal_.logged(line);
  }
  send(metrics);
}

void Reporter::evaluated(const MetricsEvent& metrics, std::int64_t total_steps) {
  if (!is_first_rank()) return;
  last_phase_.clear();
  {
    const std::lock_guard lock(terminal_mutex_);
    terminal_.print(evaluation_text(metrics, total_steps));
  }
  send(metrics);
}

}  // namespace trainyard
