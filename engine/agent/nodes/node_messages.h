// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON messages between the coordinator and the agents of the nodes. Each is an object with
// `kind`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/agent/job/node.h"
#include "engine/contract/describe/record.h"
#include "engine/contract/result.h"

namespace trainyard::agent {

// The first message of a node's agent: `nonce` and `proof` show that it knows the attempt's token
// (stream_request.h: client_proof). The token itself is never sent, since the port may belong to
// someone else after the coordinator has ended.
struct Hello {
  std::string nonce, proof;
  std::string node;
  int node_rank = 0;
  std::string version;
};

// What a node needs besides the coordinator's command line.
struct NodeTask {
  std::vector<std::string> arguments;  // for `yard-agent run`
  std::string run_dir, resume_from, master_addr;
  std::int64_t attempt = 1;
  int processes_per_node = 1, master_port = 0;
  std::vector<std::string> environment{};  // "NAME=VALUE": what the scheduler does not hand on
};

struct NodeMessage {
  // From a node: hello, prepared, failed, exited, signalled, gone. To a node: welcome, before
  // anything else; task, start, stop, end, leave.
  std::string kind;
  Hello hello;                  // hello
  NodeTask task;                // task
  std::vector<Error> findings;  // prepared; failed: exactly one
  int count = 0;                // prepared: number of processes; signalled: the signal
  ProcessExit exit;             // exited
  std::string proof = {};       // welcome: server_proof for the nonce in hello
};

void describe(Section<Hello>& section);
void describe(Section<NodeTask>& section);
void describe(Section<ProcessExit>& section);
void describe(Section<NodeMessage>& section);

// Error "node.message" for anything that is not such a message. Accepts arbitrary bytes.
Result<NodeMessage> parse_node_message(std::string_view text);

}  // namespace trainyard::agent
