// SPDX-License-Identifier: GPL-3.0-or-later
// The coordinator's view of a node behind a connection.
#pragma once

#include <memory>
#include <string>

#include "engine/agent/nodes/connection.h"
#include "engine/agent/job/node.h"
#include "engine/agent/nodes/node_messages.h"

namespace trainyard::agent {

class RemoteNode final : public Node {
 public:
  // `connection` has authenticated with `hello`. The node is considered lost after 8 s of silence.
  RemoteNode(std::shared_ptr<Connection> connection, Hello hello, NodeTask task,
             NodeReports& reports);
  ~RemoteNode() override { connection_->close(); }

  const std::string& name() const override { return hello_.node; }
  int node_rank() const override { return hello_.node_rank; }
  void prepare() override;
  void start() override { order("start"); }
  void stop() override { order("stop"); }
  void evaluate() override { order("evaluate"); }
  void end() override { order("end"); }
  void leave() override;

 private:
  void order(const char* kind);
  void take_frame(FrameKind kind, std::string_view body);
  void take_message(const NodeMessage& message);
  bool is_own(int rank) const;

  std::shared_ptr<Connection> connection_;
  Hello hello_;
  NodeTask task_;
  NodeReports& reports_;
};

}  // namespace trainyard::agent
