// SPDX-License-Identifier: GPL-3.0-or-later
// Runs over several nodes with the real program and a stand-in for srun: two "nodes" on this
// machine.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <set>
#include <thread>

#include "engine/agent/nodes/frame.h"
#include "engine/agent/nodes/node_messages.h"
#include "engine/agent/stream/stream_request.h"
#include "tests/engine/agent/agent_process.h"

using namespace trainyard;
using namespace trainyard::agent;
using namespace std::chrono_literals;

namespace {

class Nodes : public testing::Test {
 protected:
  Nodes() {
    variables_ = {{"FAKE_SLURM", slurm_.path()},
                  {"PATH", std::string(TEST_FAKES) + ":" + std::getenv("PATH")},
                  {"TMPDIR", slurm_.path()}};
  }

  std::vector<std::string> options(std::vector<std::string> more) const {
    std::vector<std::string> all = {"--scheduler", "slurm", "--nodes",          "2",
                                    "--node-name", "node0", "--nproc-per-node", "2",
                                    "--job-id",    "7"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  int run(std::vector<std::string> more, std::vector<std::string> command) {
    return agent_.run(options(std::move(more)), std::move(command), variables_);
  }
  void start(std::vector<std::string> more, std::vector<std::string> command) {
    agent_.start(options(std::move(more)), std::move(command), variables_);
  }

  bool is_ready() { return agent_.are_ready(4); }
  pid_t node_agent(int node) const {
    return std::atoi(slurm_.read("node" + std::to_string(node) + ".pid").c_str());
  }
  bool all_gone() {
    return wait_until([&] {
      return agent_.processes().empty() && ::kill(node_agent(0), 0) != 0 &&
             ::kill(node_agent(1), 0) != 0;
    });
  }
  // A rank as the engine's: a program that passes its preflight, then acts on a signal.
  std::vector<std::string> rank_with_trap(const std::string& trap) const {
    slurm_.write("engine",
                 "#!/bin/sh\nif [ \"$1\" = preflight ]; then echo '[]'; exit 0; fi\ntrap " + trap +
                     "\necho ready\nwhile :; do sleep 0.1; done\n");
    std::filesystem::permissions(slurm_.path() / "engine", std::filesystem::perms::owner_all);
    return {(slurm_.path() / "engine").string(), "train"};
  }
  // It saves on SIGTERM and exits with 75.
  std::vector<std::string> saving_rank() const { return rank_with_trap("'exit 75' TERM"); }

  TemporaryFolder slurm_;
  std::map<std::string, std::string> variables_;
  AgentProcess agent_;
};

const std::vector<std::string> waiting_rank = {"sh", "-c", "echo ready; sleep 100"};

// Answers nothing: whether the peer closes the connection without a byte.
bool is_sent_away(const std::string& endpoint, const std::string& bytes) {
  const std::size_t colon = endpoint.rfind(':');
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(std::atoi(endpoint.c_str() + colon + 1)));
  ::inet_pton(AF_INET, endpoint.substr(0, colon).c_str(), &address.sin_addr);
  if (::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return false;
  [[maybe_unused]] const ssize_t sent = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  const timeval limit{15, 0};
  ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  char byte = 0;
  const ssize_t count = ::recv(fd, &byte, 1, 0);
  const bool is_closed = count == 0 || (count < 0 && errno == ECONNRESET);
  ::close(fd);
  return is_closed;
}

}  // namespace

TEST_F(Nodes, EveryRankKnowsItsPlaceAndItsOutputArrives) {
  if (const char* why = emulated_kernel()) GTEST_SKIP() << why;
  const char* script =
      "echo \"$SLURMD_NODENAME $RANK $LOCAL_RANK $WORLD_SIZE $LOCAL_WORLD_SIZE $1 ${MASTER_ADDR} "
      "${TRAINYARD_COORDINATOR_TOKEN-none}\"; echo error $RANK >&2; sleep 5.5";
  ASSERT_EQ(run({}, {"sh", "-c", script, "sh", "{node_rank}/{nodes}"}), 0) << agent_.error_output();
  for (int rank = 0; rank < 4; ++rank) {
    const std::string node = "node" + std::to_string(rank / 2), number = std::to_string(rank);
    EXPECT_EQ(agent_.output(("nodes/" + node + "/rank-" + number + ".out").c_str()),
              node + " " + number + " " + std::to_string(rank % 2) + " 4 2 " +
                  std::to_string(rank / 2) + "/2 127.0.0.1 none\n");
    EXPECT_EQ(agent_.output(("nodes/" + node + "/rank-" + number + ".err").c_str()),
              "error " + number + "\n");
    EXPECT_NE(agent_.output("stderr.log").find("error " + number + "\n"), std::string::npos);
  }
  const auto events = agent_.events();
  EXPECT_EQ(std::get<HeaderEvent>(events.at(0).body).nodes,
            (std::vector<std::string>{"node0", "node1"}));
  std::set<std::string> sampled;
  for (const Event& event : events)
    if (const auto* system = std::get_if<SystemEvent>(&event.body)) sampled.insert(system->node);
  EXPECT_EQ(sampled, (std::set<std::string>{"node0", "node1"}));
  EXPECT_EQ(agent_.end().outcome, Outcome::completed);
  EXPECT_TRUE(all_gone());
}

TEST_F(Nodes, NothingIsMissingOrOutOfOrder) {
  if (const char* why = emulated_kernel()) GTEST_SKIP() << why;
  const char* script =
      "import os\n"
      "rank = os.environ['RANK']\n"
      "fd = os.open(os.environ['TRAINYARD_EVENTS'], os.O_WRONLY)\n"
      "for step in range(2000):\n"
      "    os.write(fd, b'{\"event\":\"metrics\",\"step\":%d,\"values\":{\"r%s\":1.0}}\\n' % "
      "(step, rank.encode()))\n"
      "os.write(1, b'\\xff\\x00' * 1000000)\n";
  if (std::string(TEST_PYTHON).empty()) GTEST_SKIP() << "no Python for tests";
  std::ofstream(agent_.run_dir() / "write.py") << script;
  ASSERT_EQ(run({"--python", TEST_PYTHON}, {"write.py"}), 0) << agent_.error_output();
  std::map<std::string, std::int64_t> next;
  for (const Event& event : agent_.events())
    if (const auto* metrics = std::get_if<MetricsEvent>(&event.body)) {
      std::int64_t& expected = next[metrics->values.at(0).first];
      EXPECT_EQ(metrics->step, expected) << metrics->values[0].first;
      ++expected;
    }
  EXPECT_EQ(next, (std::map<std::string, std::int64_t>{
                      {"r0", 2000}, {"r1", 2000}, {"r2", 2000}, {"r3", 2000}}));
  std::string wanted;
  for (int pair = 0; pair < 1000000; ++pair) wanted.append("\xff\0", 2);
  for (int rank = 0; rank < 4; ++rank)
    EXPECT_TRUE(agent_.output(("nodes/node" + std::to_string(rank / 2) + "/rank-" +
                               std::to_string(rank) + ".out")
                                  .c_str()) == wanted)
        << rank;
}

TEST_F(Nodes, AFailingRankIsNamedAndAllEnd) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(
      run({},
          {"sh", "-c",
           "if [ $RANK = 3 ]; then echo 'no more room' >&2; exit 9; fi; trap '' TERM; sleep 100"}),
      9);
  const EndEvent end = agent_.end();
  EXPECT_EQ(end.rank, 3);
  EXPECT_EQ(end.node, "node1");
  EXPECT_NE(end.reason.find("no more room"), std::string::npos) << end.reason;
  EXPECT_TRUE(all_gone());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
}

TEST_F(Nodes, ALostNodeIsNamedAndAllEnd) {
  start({}, waiting_rank);
  ASSERT_TRUE(is_ready());
  ::kill(node_agent(1), SIGKILL);
  EXPECT_EQ(agent_.wait(), 5);
  EXPECT_EQ(agent_.end().code, "node.lost");
  EXPECT_EQ(agent_.end().node, "node1");
  EXPECT_EQ(agent_.end().exit_code, 5);
  EXPECT_TRUE(wait_until([&] { return ::kill(node_agent(0), 0) != 0; }));
}

// Where a site has no memory groups, Slurm itself looks and kills the whole step on a node.
TEST_F(Nodes, AMemoryKillBySlurmIsNoLostNode) {
  variables_["FAKE_SRUN"] = "memory";
  start({"--requeue", "on-node-loss"}, waiting_rank);
  ASSERT_TRUE(is_ready());
  std::ofstream(slurm_.path() / "exceeded") << "";
  EXPECT_EQ(agent_.wait(), 4);
  EXPECT_EQ(agent_.end().code, "failure.memory_limit");
  EXPECT_EQ(agent_.end().node, "node1");
  EXPECT_EQ(agent_.end().exit_code, 4);
  EXPECT_FALSE(std::filesystem::exists(slurm_.path() / "scontrol")) << "it is not started again";
}

TEST_F(Nodes, ASilentNodeIsLostToo) {
  start({}, waiting_rank);
  ASSERT_TRUE(is_ready());
  ::kill(node_agent(1), SIGSTOP);
  EXPECT_EQ(agent_.wait(), 5);
  EXPECT_EQ(agent_.end().code, "node.lost");
  EXPECT_NE(to_line(Event{0, -1, agent_.end()}).find("connection.silent"), std::string::npos)
      << agent_.end().reason;
  ::kill(node_agent(1), SIGCONT);
  EXPECT_TRUE(all_gone()) << "it finds the coordinator gone";
}

TEST_F(Nodes, NothingOutlivesTheCoordinator) {
  variables_["FAKE_SRUN"] = "deaf";
  start({}, {"sh", "-c", "trap '' TERM; echo ready; setsid sleep 100"});
  ASSERT_TRUE(is_ready());
  ::kill(agent_.pid(), SIGKILL);
  agent_.wait();
  EXPECT_TRUE(all_gone());
}

TEST_F(Nodes, AStopReachesAllNodes) {
  start({"--workload", "engine"}, saving_rank());
  ASSERT_TRUE(is_ready());
  ::kill(agent_.pid(), SIGUSR1);
  EXPECT_EQ(agent_.wait(), 75);
  EXPECT_EQ(agent_.end().outcome, Outcome::preempted);
  EXPECT_TRUE(all_gone());
}

TEST_F(Nodes, SIGUSR2OfTheCoordinatorReachesTheRanksOfAllNodes) {
  start({"--workload", "engine"}, rank_with_trap("'exit 0' USR2"));
  ASSERT_TRUE(is_ready());
  ::kill(agent_.pid(), SIGUSR2);
  EXPECT_EQ(agent_.wait(), 0);
  EXPECT_EQ(agent_.end().outcome, Outcome::completed);
}

TEST_F(Nodes, SIGUSR2OfANodeReachesItsRanks) {
  start({"--workload", "engine"}, rank_with_trap("'exit 0' USR2"));
  ASSERT_TRUE(is_ready());
  ::kill(node_agent(0), SIGUSR2);
  ::kill(node_agent(1), SIGUSR2);
  EXPECT_EQ(agent_.wait(), 0);
  EXPECT_EQ(agent_.end().outcome, Outcome::completed);
}

TEST_F(Nodes, AStopOfOneNodeStopsAll) {
  start({"--workload", "engine"}, saving_rank());
  ASSERT_TRUE(is_ready());
  ::kill(node_agent(1), SIGTERM);
  EXPECT_EQ(agent_.wait(), 75);
  EXPECT_EQ(agent_.end().outcome, Outcome::preempted);
}

TEST_F(Nodes, ATimeLimitRequeuesTheJob) {
  start({"--workload", "engine", "--end-time", std::to_string(::time(nullptr) + 100), "--requeue",
         "on-time-limit"},
        saving_rank());
  ASSERT_TRUE(is_ready());
  ::kill(agent_.pid(), SIGUSR1);
  EXPECT_EQ(agent_.wait(), 75);
  EXPECT_EQ(agent_.end().outcome, Outcome::timed_out);
  EXPECT_EQ(slurm_.read("scontrol"), "requeue 7 \n");
}

TEST_F(Nodes, PreflightTellsOfEveryNodeBeforeAnyRankStarts) {
  variables_["CUDA_VISIBLE_DEVICES"] = "";
  EXPECT_EQ(run({"--gpus-per-node", "1"}, {"sh", "-c", "echo started"}), 3);
  EXPECT_EQ(agent_.end().code, "preflight.gpus");
  std::string told;
  for (const Event& event : agent_.events())
    if (const auto* message = std::get_if<MessageEvent>(&event.body)) told += message->text + "\n";
  for (const char* node :
       {"Node node0 has 0 of the 1 requested GPUs", "Node node1 has 0 of the 1 requested GPUs"})
    EXPECT_NE(told.find(node), std::string::npos) << told;
  EXPECT_EQ(agent_.output(), "");
}

TEST_F(Nodes, TheEnginesPreflightIsHeard) {
  slurm_.write(
      "engine",
      "#!/bin/sh\necho "
      "'[{\"severity\":\"error\",\"code\":\"data.of_a_newer_engine\",\"path\":\"data\",\"text\":"
      "\"no corpus.txt here\"}]'; exit 3\n");
  std::filesystem::permissions(slurm_.path() / "engine", std::filesystem::perms::owner_all);
  EXPECT_EQ(run({"--workload", "engine"}, {(slurm_.path() / "engine").string(), "train"}), 3);
  EXPECT_EQ(agent_.end().code, "preflight.found_at");
  EXPECT_NE(agent_.end().reason.find("no corpus.txt here"), std::string::npos);
}

TEST_F(Nodes, SlurmsRefusalIsTheReason) {
  variables_["FAKE_SRUN"] = "fail";
  EXPECT_EQ(run({}, {"true"}), 3);
  EXPECT_EQ(agent_.end().code, "step.ended");
  EXPECT_NE(agent_.end().reason.find("Requested node configuration is not available"),
            std::string::npos)
      << agent_.end().reason;
  EXPECT_NE(agent_.output("stderr.log").find("srun: error: Unable to create step"),
            std::string::npos);
  variables_["PATH"] = "/nowhere";
  EXPECT_EQ(run({}, {"true"}), 3);
  EXPECT_EQ(agent_.end(2).code, "step.not_started");
}

TEST_F(Nodes, AControllerThatIsSilentForAMomentEndsNothing) {
  variables_["FAKE_SRUN"] = "silent";
  EXPECT_EQ(run({}, {"true"}), 0);
  EXPECT_EQ(agent_.end().outcome, Outcome::completed);
  EXPECT_TRUE(std::filesystem::exists(slurm_.path() / "silent"));
}

// A controller that was killed before it wrote down that a job began starts it once more when it
// comes back.
TEST_F(Nodes, AJobThatCompletedTheRunDoesNothingWhenStartedOnceMore) {
  EXPECT_EQ(run({}, {"true"}), 0);
  EXPECT_EQ(run({}, {"false"}), 0);
  EXPECT_FALSE(std::filesystem::exists(agent_.run_dir() / "attempts/0002"));
  EXPECT_NE(run({"--job-id", "8"}, {"false"}), 0);
  EXPECT_TRUE(std::filesystem::exists(agent_.run_dir() / "attempts/0002"));
}

TEST_F(Nodes, ANewAttemptDoesNotWaitForTheOld) {
  start({"--workload", "engine"}, saving_rank());
  ASSERT_TRUE(is_ready());
  // As after a node that the scheduler gave up while the job lives on there.
  const std::string command = std::string(YARD_AGENT) + " run --run-dir '" +
                              agent_.run_dir().string() +
                              "' --scheduler slurm --node-name node0 -- true";
  const std::string environment =
      "PATH='" + variables_["PATH"] + "' FAKE_SLURM='" + slurm_.path().string() + "' ";
  EXPECT_EQ(std::system((environment + command).c_str()), 0);
  EXPECT_EQ(agent_.end(2).outcome, Outcome::completed);
  EXPECT_EQ(agent_.wait(), 75);
  EXPECT_EQ(agent_.end(1).code, "stopped.superseded");
}

TEST_F(Nodes, StrangersAreSentAwayWithoutAByte) {
  start({}, {"sh", "-c", "echo ready; sleep 14"});
  ASSERT_TRUE(is_ready());
  const std::string endpoint = slurm_.read("coordinator");
  const std::string nonce(32, 'a');
  const std::string wrong = to_json(
      NodeMessage{"hello", {nonce, client_proof(nonce, "other"), "node1", 1, ""}, {}, {}, 0, {}});
  const std::string none =
      to_json(NodeMessage{"hello", {nonce, "", "node1", 1, ""}, {}, {}, 0, {}});
  for (const std::string& bytes :
       {frame_text(FrameKind::message, wrong), frame_text(FrameKind::message, none),
        std::string("\xff\xff\xff\xffm"), frame_text(FrameKind::event, "{}"),
        std::string("GET / HTTP/1.1\r\n\r\n"),
        frame_text(FrameKind::heartbeat, "") /* says nothing else */})
    EXPECT_TRUE(is_sent_away(endpoint, bytes)) << bytes;
  EXPECT_EQ(agent_.wait(), 0) << agent_.error_output();
  EXPECT_EQ(agent_.end().outcome, Outcome::completed);
}

// The ranks of a torchrun share its standard output, and an unbuffered print writes word by word:
// each says its line in one piece.
TEST_F(Nodes, OneTorchrunANodeMakesOneWorld) {
  if (std::string(TEST_PYTHON).empty()) GTEST_SKIP() << "no Python for tests";
  std::ofstream(agent_.run_dir() / "train.py")
      << "import torch.distributed as dist, torch, os\ndist.init_process_group('gloo')\nx = "
         "torch.tensor([dist.get_rank() + 1.0])\ndist.all_reduce(x)\n"
         "os.write(1, f\"{dist.get_rank()} {int(x)} {os.environ['GROUP_RANK']}\\n\".encode())\n"
         "dist.destroy_process_group()\n";
  ASSERT_EQ(run({"--launcher", "torchrun", "--python", TEST_PYTHON}, {"train.py"}), 0)
      << agent_.error_output() << agent_.output("stderr.log");
  const std::string output = agent_.output();
  for (const char* line : {"0 10 0\n", "1 10 0\n", "2 10 1\n", "3 10 1\n"})
    EXPECT_NE(output.find(line), std::string::npos) << output;
}
