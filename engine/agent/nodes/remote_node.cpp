// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/nodes/remote_node.h"

namespace trainyard::agent {
namespace {

constexpr int node_silence_seconds = 8;

}  // namespace

RemoteNode::RemoteNode(std::shared_ptr<Connection> connection, Hello hello, NodeTask task,
                       NodeReports& reports)
    : connection_(std::move(connection)),
      hello_(std::move(hello)),
      task_(std::move(task)),
      reports_(reports) {
  connection_->hand_over([this](FrameKind kind, std::string_view body) { take_frame(kind, body); },
                         [this](const Error& why) { reports_.lost(*this, why); }, max_frame_bytes,
                         node_silence_seconds);
}

void RemoteNode::prepare() {
  NodeMessage message{"task", {}, {}, {}, 0, {}};
  message.task = task_;
  connection_->send(FrameKind::message, to_json(message));
}

void RemoteNode::order(const char* kind) {
  connection_->send(FrameKind::message, to_json(NodeMessage{kind, {}, {}, {}, 0, {}}));
}

void RemoteNode::leave() {
  order("leave");
  connection_->close_after_sending();
}

bool RemoteNode::is_own(int rank) const {
  return rank / task_.processes_per_node == hello_.node_rank;
}

void RemoteNode::take_frame(FrameKind kind, std::string_view body) {
  if (kind == FrameKind::event) {
    auto event = parse_event(body);
    if (event && !std::holds_alternative<HeaderEvent>(event->body) &&
        !std::holds_alternative<EndEvent>(event->body))
      reports_.event(*this, std::move(*event));
  } else if (kind == FrameKind::output) {
    OutputBody output;
    if (parse_output_body(body, output) && is_own(output.rank))
      reports_.output(*this, output.rank,
                      output.stream == 'o' ? OutputKind::output : OutputKind::error, output.bytes);
  } else if (const auto message = parse_node_message(body)) {
    take_message(*message);
  }
}

void RemoteNode::take_message(const NodeMessage& message) {
  if (message.kind == "prepared")
    reports_.prepared(*this, message.findings, message.count);
  else if (message.kind == "failed" && !message.findings.empty())
    reports_.failed(*this, message.findings.front());
  else if (message.kind == "exited")
    reports_.exited(*this, message.exit);
  else if (message.kind == "signalled")
    reports_.signalled(*this, message.count);
  else if (message.kind == "gone")
    reports_.gone(*this);
}

}  // namespace trainyard::agent
