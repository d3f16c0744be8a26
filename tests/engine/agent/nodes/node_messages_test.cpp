// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/messages.h"
#include "engine/agent/nodes/node_messages.h"

#include <gtest/gtest.h>

using namespace trainyard;
using namespace trainyard::agent;

TEST(NodeMessages, SayBackWhatTheyWereTold) {
  NodeMessage hello{"hello", {"nonce", "proof", "gpu1", 3, "0.1.0"}, {}, {}, 0, {}};
  const auto greeted = parse_node_message(to_json(hello));
  ASSERT_TRUE(greeted);
  EXPECT_EQ(greeted->hello.nonce, "nonce");
  EXPECT_EQ(greeted->hello.proof, "proof");
  EXPECT_EQ(greeted->hello.node, "gpu1");
  EXPECT_EQ(greeted->hello.node_rank, 3);

  const auto welcomed =
      parse_node_message(to_json(NodeMessage{"welcome", {}, {}, {}, 0, {}, "proof"}));
  ASSERT_TRUE(welcomed);
  EXPECT_EQ(welcomed->proof, "proof");

  NodeMessage task{"task",
                   {},
                   {{"--run-dir", "a b\n$(x)"},
                    "/runs/x",
                    "/runs/x/checkpoints/step-00000040",
                    "10.0.0.1",
                    7,
                    4,
                    29500},
                   {},
                   0,
                   {}};
  const auto tasked = parse_node_message(to_json(task));
  ASSERT_TRUE(tasked);
  EXPECT_EQ(tasked->task.arguments, task.task.arguments);
  EXPECT_EQ(tasked->task.resume_from, task.task.resume_from);
  EXPECT_EQ(tasked->task.master_addr, "10.0.0.1");
  EXPECT_EQ(tasked->task.attempt, 7);
  EXPECT_EQ(tasked->task.processes_per_node, 4);
  EXPECT_EQ(tasked->task.master_port, 29500);

  NodeMessage prepared{
      "prepared",
      {},
      {},
      {foreign_error("preflight.gpus", {{"wanted", 8}}, "too few", ExitCode::environment)},
      2,
      {}};
  const auto ready = parse_node_message(to_json(prepared));
  ASSERT_TRUE(ready);
  ASSERT_EQ(ready->findings.size(), 1u);
  EXPECT_EQ(ready->findings[0].code, "preflight.gpus");
  EXPECT_EQ(ready->findings[0].exit_code, ExitCode::environment);
  EXPECT_EQ(get<std::int64_t>(ready->findings[0].arguments, "wanted"), 8);
  EXPECT_EQ(ready->count, 2);

  NodeMessage exited{
      "exited",
      {},
      {},
      {},
      0,
      {9, false, true, {Outcome::failed, 137, "failure.signal", {}, "It was killed.", 5, "gpu2"}}};
  const auto gone = parse_node_message(to_json(exited));
  ASSERT_TRUE(gone);
  EXPECT_EQ(gone->exit.wait_status, 9);
  EXPECT_TRUE(gone->exit.is_loss_of_peers);
  EXPECT_EQ(gone->exit.verdict.reason, "It was killed.");
  EXPECT_EQ(gone->exit.verdict.rank, 5);
  EXPECT_EQ(gone->exit.verdict.node, "gpu2");
}

TEST(NodeMessages, AnythingElseIsAnErrorOrHarmless) {
  for (const char* text : {"", "[]", "{", "{\"kind\":7}", "\xff\xfe", "{}"})
    EXPECT_FALSE(parse_node_message(text)) << text;
  const auto odd = parse_node_message(
      "{\"kind\":\"task\",\"task\":{\"arguments\":\"x\",\"attempt\":\"y\"},\"findings\":[3],"
      "\"exit\":[],\"hello\":1}");
  ASSERT_TRUE(odd);
  EXPECT_TRUE(odd->task.arguments.empty());
  EXPECT_TRUE(odd->findings.empty());
}
