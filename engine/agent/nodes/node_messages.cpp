// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/nodes/node_messages.h"

#include "engine/contract/describe/error_record.h"
#include "engine/contract/messages.h"

namespace trainyard::agent {

void describe(Section<Hello>& section) {
  section.field("nonce", &Hello::nonce);
  section.field("proof", &Hello::proof);
  section.field("node", &Hello::node);
  section.field("node_rank", &Hello::node_rank);
  section.field("version", &Hello::version);
}

void describe(Section<NodeTask>& section) {
  section.field("arguments", &NodeTask::arguments);
  section.field("environment", &NodeTask::environment).omitted_when_default();
  section.field("run_dir", &NodeTask::run_dir);
  section.field("resume_from", &NodeTask::resume_from);
  section.field("master_addr", &NodeTask::master_addr);
  section.field("attempt", &NodeTask::attempt);
  section.field("processes_per_node", &NodeTask::processes_per_node);
  section.field("master_port", &NodeTask::master_port);
}

void describe(Section<ProcessExit>& section) {
  section.field("wait_status", &ProcessExit::wait_status);
  section.field("is_ended_by_agent", &ProcessExit::is_ended_by_agent);
  section.field("is_loss_of_peers", &ProcessExit::is_loss_of_peers);
  section.field("verdict", &ProcessExit::verdict);
}

void describe(Section<NodeMessage>& section) {
  section.field("kind", &NodeMessage::kind).required();
  section.field("proof", &NodeMessage::proof).omitted_when_default();
  section.field("hello", &NodeMessage::hello);
  section.field("task", &NodeMessage::task);
  section.field("exit", &NodeMessage::exit);
  section.field("count", &NodeMessage::count);
  section.field("findings", &NodeMessage::findings);
}

Result<NodeMessage> parse_node_message(std::string_view text) {
  const auto value = parse_json(text);
  auto message = value ? read_leniently<NodeMessage>(*value) : NodeMessage();
  if (message.kind.empty()) return make_error("node.message", {});
  return message;
}

}  // namespace trainyard::agent
