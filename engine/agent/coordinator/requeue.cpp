// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/coordinator/requeue.h"

#include <algorithm>
#include <iostream>

#include "engine/agent/processes/child.h"
#include "engine/agent/causes/error_output.h"
#include "engine/agent/job/message_events.h"
#include "engine/agent/ranks/placeholders.h"
#include "engine/agent/ranks/preflight.h"
#include "engine/contract/run/event_file.h"

namespace trainyard::agent {
namespace {

// "step-00000400" and "checkpoint-400" -> 400; 0 without a checkpoint.
std::int64_t newest_step(const RunFolder& run) {
  const auto folder = checkpoint_to_resume(run.root);
  const std::string name = folder ? folder->filename().string() : "";
  const std::size_t dash = name.rfind('-');
  return dash == std::string::npos ? 0 : std::strtoll(name.c_str() + dash + 1, nullptr, 10);
}

// The highest step that an attempt reported; -1: none.
std::int64_t highest_step(const RunFolder& run, std::int64_t attempt) {
  EventFileReader reader(run.attempt(attempt) / "events.jsonl");
  std::int64_t highest = -1;
  while (true) {
    const auto events = reader.read();
    if (!events || events->empty()) return highest;
    for (const Event& event : *events)
      if (const auto* metrics = std::get_if<MetricsEvent>(&event.body); metrics && metrics->step)
        highest = std::max(highest, *metrics->step);
  }
}

bool has_written_checkpoints_since(const RunFolder& run, std::int64_t attempt) {
  std::error_code error;
  const auto began = std::filesystem::last_write_time(run.attempt(attempt) / "agent.json", error);
  if (error) return false;
  for (std::filesystem::recursive_directory_iterator item(run.checkpoints(), error), end;
       !error && item != end; item.increment(error)) {
    std::error_code gone;
    if (item->is_regular_file(gone) && item->last_write_time(gone) > began && !gone) return true;
  }
  return false;
}

bool has_command_progressed(const RunFolder& run, std::int64_t first, std::int64_t last) {
  std::int64_t before = -1, now = -1;
  for (const std::int64_t attempt : list_attempts(run)) {
    std::int64_t& highest = attempt < first ? before : now;
    if (attempt <= last) highest = std::max(highest, highest_step(run, attempt));
  }
  if (before < 0 && now < 0) return has_written_checkpoints_since(run, first);
  return now > before;
}

}  // namespace

std::int64_t resume_step_of(const RunFolder& run, std::int64_t attempt) {
  EventFileReader reader(run.attempt(attempt) / "events.jsonl");
  while (true) {
    const auto events = reader.read();
    if (!events || events->empty()) return 0;
    for (const Event& event : *events)
      if (const auto* start = std::get_if<StartEvent>(&event.body)) return start->resume_step;
  }
}

bool is_completed_by(const RunFolder& run, const std::string& job_id) {
  constexpr std::uintmax_t tail_bytes = 64 << 10;
  const auto attempts = list_attempts(run);
  if (job_id.empty() || attempts.empty()) return false;
  const auto folder = run.attempt(attempts.back());
  const auto agent_file = read_agent_file(folder);
  if (!agent_file || agent_file->job_id != job_id) return false;
  std::error_code problem;
  const auto size = std::filesystem::file_size(folder / "events.jsonl", problem);
  if (problem) return false;
  EventFileReader reader(folder / "events.jsonl", size > tail_bytes ? size - tail_bytes : 0);
  const auto events = reader.read();
  const auto* end =
      events && !events->empty() ? std::get_if<EndEvent>(&events->back().body) : nullptr;
  return end && end->outcome == Outcome::completed;
}

RestartDecision decide_restart(const Options& options, const Attempt& attempt,
                               const EndEvent& end) {
  const bool is_time_limit = options.is_requeued_on_time_limit &&
                             end.outcome == Outcome::timed_out && end.code != "stopped.superseded";
  const bool is_node_loss = options.is_requeued_on_node_loss && end.code == "node.lost";
  const bool can_requeue = options.scheduler && options.scheduler->requeue;
  if (!can_requeue || !(is_time_limit || is_node_loss)) return {};
  // The job has already been restarted: requeueing its number would end the newer attempt.
  if (is_superseded(attempt.run, attempt.number)) return {};
  const Map why =
      as_argument(is_time_limit ? "restart.why_time_limit" : "restart.why_node_lost", {});
  const std::int64_t now = newest_step(attempt.run);
  const std::int64_t first = attempt.number - options.max_without_progress + 1;
  const bool is_command = options.workload != Workload::engine;
  if (first < 1 || now > resume_step_of(attempt.run, first) ||
      (is_command && has_command_progressed(attempt.run, first, attempt.number)))
    return {true, make_message(MessageLevel::info, "restart.requeued",
                               {{"why", why}, {"step", now}}, {})};
  return {
      false,
      make_message(MessageLevel::warning,
                   is_command ? "restart.no_progress_of_command" : "restart.no_progress",
                   {{"why", why}, {"attempts", options.max_without_progress}, {"step", now}}, {})};
}

void requeue(const JobScheduler& scheduler, const std::string& job_id) {
  const CommandOutcome outcome = run_to_end({scheduler.requeue(job_id), own_environment(), "/", 0});
  if (outcome.exit_code == 0) return;
  std::cerr << "yard-agent: "
            << render_message("restart.refused",
                              {{"job", job_id}, {"words", last_line(outcome.error_output)}})
            << std::endl;
}

}  // namespace trainyard::agent
