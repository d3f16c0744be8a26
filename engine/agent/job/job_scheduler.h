// SPDX-License-Identifier: GPL-3.0-or-later
// What the agent needs to know of the scheduler in whose job it runs. Code that depends on it asks
// this struct; the names of schedulers only occur in their own folders. A new one is a folder and a
// line in job_schedulers(): resources/help/adding_a_scheduler.md.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard::agent {

struct Options;

// A command line; starts with the program.
using Arguments = std::vector<std::string>;

struct JobScheduler {
  std::string_view name;  // of --scheduler
  // Environment variables: the job's id, and the index of the node in the job.
  const char* job_id = nullptr;
  const char* node_rank = nullptr;
  // Whether it sends the signals of a stop to every process of the job, not to this one alone.
  bool signals_every_process = false;
  // Whether it sends the signal before the time limit for which job.sh asks; else the agent watches
  // the clock.
  bool warns_before_end = false;
  // The programs with which it is asked, and which change nothing: `yard-agent follow` runs them.
  std::span<const std::string_view> queries;

  // What runs `agent`, the command line of an agent, on each node of the job, and ends when all of
  // them have ended.
  Arguments (*on_each_node)(const Options& options, const Arguments& agent) = nullptr;
  // The same beside the program's own steps, for what only reads; null: on the first node alone.
  Arguments (*beside_steps)(const Options& options, const Arguments& agent) = nullptr;
  // Whether what runs beside the steps is started with this variable of the job.
  bool (*is_kept_beside_steps)(std::string_view variable) = nullptr;
  // Whether a node gets this variable from the agent that runs the job, because the scheduler does
  // not hand on the environment of that one; null: it does.
  bool (*is_handed_on)(std::string_view variable) = nullptr;
  // Puts the job back into the queue; null: a job cannot do that.
  Arguments (*requeue)(const std::string& job) = nullptr;

  // Of what on_each_node printed: the scheduler's own error messages, at most three sentences on
  // one line; empty if there are none.
  std::string (*error_text)(std::string_view printed) = nullptr;
  // Its report about an agent that ended without being dismissed, as on a node where the programs
  // are not visible; nothing if there is no such report.
  std::optional<Error> (*agent_loss)(std::string_view printed) = nullptr;
  // Whether such messages only mean that its server did not answer: the job itself is fine; null:
  // none does.
  bool (*is_silence)(const std::string& error_text) = nullptr;
  // Whether it says that processes were killed for their memory; null: it does not say so here.
  bool (*is_memory_kill)(std::string_view printed) = nullptr;
};

const JobScheduler& slurm_job();
const JobScheduler& pbs_job();

std::span<const JobScheduler* const> job_schedulers();
// Null for an unknown name.
const JobScheduler* job_scheduler_named(std::string_view name);
// The index of this node, by the scheduler that started this process; nothing if none did.
std::optional<int> own_node_rank();
// This process's job, by the scheduler in whose job it runs: the variable and its value.
std::optional<std::pair<std::string, std::string>> own_job_variable();

}  // namespace trainyard::agent
