// SPDX-License-Identifier: GPL-3.0-or-later
// The single `srun` that runs the agents of all nodes, as a child of the coordinator.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/agent/processes/child.h"
#include "engine/agent/job/options.h"
#include "engine/agent/output/output_files.h"

namespace trainyard::agent {

// `agent`: this program's path on every node.
std::vector<std::string> srun_arguments(const Options& options, const std::filesystem::path& agent);

// Returns Slurm's error messages, at most three sentences on one line; empty if there are none.
// `said`: the end of srun's error output.
std::string words_of_slurm(std::string_view said);

// Returns srun's report about an agent that ended without being dismissed, as on a node where the
// programs are not visible; nothing if there is no such report.
std::optional<Error> agent_loss(std::string_view said);

class SlurmStep {
 public:
  using OnOutput = std::function<void(OutputKind, std::string_view)>;
  using OnExit = std::function<void(int exit_code)>;  // 128+n for a signal

  SlurmStep(boost::asio::io_context& loop, OnOutput on_output, OnExit on_exit);
  ~SlurmStep();  // ends it

  // Error: srun is not in PATH.
  Result<void> start(const ChildCommand& command);
  bool is_running() const { return pid_ > 0; }
  std::string words() const { return words_of_slurm(said_); }
  const std::string& said() const { return said_; }
  // Waits at most `timeout` for it to end by itself, then ends it. on_exit is called in any case.
  void finish(std::chrono::milliseconds timeout);

 private:
  void watch();
  void read(OutputKind kind);
  void take(OutputKind kind);

  boost::asio::signal_set children_;
  boost::asio::steady_timer end_timer_;
  boost::asio::posix::stream_descriptor streams_[2];
  OnOutput on_output_;
  OnExit on_exit_;
  pid_t pid_ = 0;
  std::string said_;
};

}  // namespace trainyard::agent
