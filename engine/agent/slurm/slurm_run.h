// SPDX-License-Identifier: GPL-3.0-or-later
// The coordinator's side of a run on several nodes of a Slurm job: the listener for the nodes'
// agents, and the srun that starts them.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/agent/coordinator/coordinator.h"
#include "engine/agent/nodes/node_listener.h"
#include "engine/agent/output/output_files.h"
#include "engine/agent/nodes/remote_node.h"
#include "engine/agent/slurm/slurm_step.h"

namespace trainyard::agent {

class SlurmRun {
 public:
  SlurmRun(boost::asio::io_context& loop, const Options& options, NodeTask task,
           Coordinator& coordinator, OutputFiles& files);

  // Errors are passed to the coordinator: a run that cannot start ends.
  void start();
  // To be called when no rank is left: releases or ends srun, then calls `on_over`.
  void finish(std::function<void()> on_over);
  // Adds Slurm's messages about a lost node to the reason; if Slurm says that it killed the job for
  // lack of memory, that becomes the cause (4).
  EndEvent with_slurms_words(EndEvent end) const;

 private:
  void take_node(std::shared_ptr<Connection> connection, const Hello& hello);
  bool start_step();
  void srun_said(OutputKind kind, std::string_view bytes);
  void srun_ended(int exit_code);

  boost::asio::io_context& loop_;
  const Options& options_;
  NodeTask task_;
  Coordinator& coordinator_;
  OutputFiles& files_;
  std::unique_ptr<NodeListener> listener_;
  std::unique_ptr<SlurmStep> step_;
  boost::asio::steady_timer start_timer_, again_timer_;
  Environment environment_;  // for srun
  std::vector<std::unique_ptr<RemoteNode>> nodes_;
  std::function<void()> on_over_;
  bool has_lost_agent_ = false;
};

// Returns the ranks whose output files are on a node.
std::vector<int> ranks_of_node(const Options& options, int processes_per_node, int node_rank);

}  // namespace trainyard::agent
