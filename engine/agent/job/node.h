// SPDX-License-Identifier: GPL-3.0-or-later
// The interface between the coordinator and one node of the run: orders in one direction, reports
// in the other. The ranks of this process are a node (supervisor.h), and so are those behind a
// connection (remote_node.h); the coordinator does not know the difference.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/run/events.h"
#include "engine/contract/result.h"

namespace trainyard::agent {

enum class OutputKind { output, error };

// A process of the run that has ended.
struct ProcessExit {
  int wait_status = 0;             // as returned by waitpid()
  bool is_ended_by_agent = false;  // not the cause of anything
  bool is_loss_of_peers = false;   // looks like the consequence of another rank's death
  EndEvent verdict;                // if wait_status is not 0: why, as far as its node knows
};

// Orders. They return immediately; results are reported.
class Node {
 public:
  virtual ~Node() = default;
  virtual const std::string& name() const = 0;
  virtual int node_rank() const = 0;
  virtual void prepare() = 0;   // check whether the run can start here -> prepared
  virtual void start() = 0;     // start the processes -> events, outputs, exits; or failed
  virtual void stop() = 0;      // ask the processes to save and stop
  virtual void evaluate() = 0;  // ask the processes to evaluate the model (SIGUSR2)
  virtual void end() = 0;       // kill every process -> gone
  virtual void leave() = 0;     // no more orders will follow
};

class NodeReports {
 public:
  virtual ~NodeReports() = default;
  virtual void prepared(Node& node, const std::vector<Error>& findings, int num_processes) = 0;
  virtual void failed(Node& node, const Error& error) = 0;  // nothing was started
  virtual void event(Node& node, Event event) = 0;
  virtual void output(Node& node, int rank, OutputKind kind, std::string_view bytes) = 0;
  virtual void exited(Node& node, const ProcessExit& exit) = 0;
  virtual void signalled(Node& node,
                         int signal) = 0;  // someone else asked the node's agent to stop
  virtual void gone(Node& node) = 0;       // no process is left there
  virtual void lost(Node& node, const Error& why) = 0;  // no more reports will follow
};

}  // namespace trainyard::agent
