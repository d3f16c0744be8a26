// SPDX-License-Identifier: GPL-3.0-or-later
// How the coordinator and one node of the run speak: orders one way, reports the other. The ranks
// of this process are a node (supervisor.h), and so are those behind a connection (remote_node.h);
// the coordinator does not know the difference.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/agent/output/output_files.h"
#include "engine/contract/run/events.h"
#include "engine/contract/result.h"

namespace trainyard::agent {

// One process of the run has ended.
struct ProcessExit {
  int wait_status = 0;             // as waitpid() gives it
  bool is_ended_by_agent = false;  // no cause of anything
  bool is_loss_of_peers = false;   // looks like the consequence of another rank's death
  EndEvent verdict;                // when wait_status is not 0: why, as far as its node can tell
};

// Orders. They return at once; what follows is reported.
class Node {
 public:
  virtual ~Node() = default;
  virtual const std::string& name() const = 0;
  virtual int node_rank() const = 0;
  virtual void prepare() = 0;   // look whether the run can be started here -> prepared
  virtual void start() = 0;     // start the processes -> events, outputs, exits; or failed
  virtual void stop() = 0;      // ask the processes to save and stop
  virtual void evaluate() = 0;  // ask the processes to evaluate the model (SIGUSR2)
  virtual void end() = 0;       // end every process -> gone
  virtual void leave() = 0;     // nothing more will be asked
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
                         int signal) = 0;  // the node's agent was asked to stop by others
  virtual void gone(Node& node) = 0;       // no process is left there
  virtual void lost(Node& node, const Error& why) = 0;  // nothing more will come
};

}  // namespace trainyard::agent
