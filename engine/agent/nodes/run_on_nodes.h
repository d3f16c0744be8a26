// SPDX-License-Identifier: GPL-3.0-or-later
// The coordinator's side of a run on the nodes of a job: the listener for the nodes' agents, and
// the scheduler's program that starts them.
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
#include "engine/agent/nodes/node_step.h"
#include "engine/agent/job/job_scheduler.h"

namespace trainyard::agent {

class RunOnNodes {
 public:
  RunOnNodes(boost::asio::io_context& loop, const Options& options, NodeTask task,
             Coordinator& coordinator, OutputFiles& files);

  // Errors are passed to the coordinator: a run that cannot start ends.
  void start();
  // To be called when no rank is left: releases or ends that program, then calls `on_over`.
  void finish(std::function<void()> on_over);
  // Adds the scheduler's messages about a lost node to the reason; if it says that it killed the
  // job for lack of memory, that becomes the cause (4).
  EndEvent with_its_messages(EndEvent end) const;

 private:
  void take_node(std::shared_ptr<Connection> connection, const Hello& hello);
  Result<void> tell_nodes(const std::string& endpoint, const std::string& token);
  bool start_step();
  void step_printed(OutputKind kind, std::string_view bytes);
  void step_ended(int exit_code);
  std::string error_text() const;

  boost::asio::io_context& loop_;
  const Options& options_;
  const JobScheduler& scheduler_;
  NodeTask task_;
  Coordinator& coordinator_;
  OutputFiles& files_;
  std::unique_ptr<NodeListener> listener_;
  std::unique_ptr<NodeStep> step_;
  boost::asio::steady_timer start_timer_, again_timer_;
  Environment environment_;                 // for it
  Arguments agent_;                         // the command line of a node's agent
  std::filesystem::path coordinator_file_;  // empty: the environment says what is in it
  std::vector<std::unique_ptr<RemoteNode>> nodes_;
  std::function<void()> on_over_;
  bool has_lost_agent_ = false;
};

// The command line of a node's agent, in its container if there is one. `program`: this program's
// path on every node.
Arguments node_agent_arguments(const Options& options, const std::filesystem::path& program);

// Returns the ranks whose output files are on a node.
std::vector<int> ranks_of_node(const Options& options, int processes_per_node, int node_rank);

}  // namespace trainyard::agent
