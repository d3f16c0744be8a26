// SPDX-License-Identifier: GPL-3.0-or-later
// The agent of a node alone, with somebody else where its coordinator should be.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "engine/agent/nodes/connection.h"
#include "engine/agent/nodes/frame.h"
#include "engine/agent/nodes/node_messages.h"
#include "engine/agent/stream/stream_request.h"
#include "tests/engine/temporary_folder.h"

using namespace trainyard;
using namespace trainyard::agent;

namespace {

// A port of this computer that nobody else listens at.
class Listener {
 public:
  Listener() : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(fd_, reinterpret_cast<sockaddr*>(&address), size) == 0 && ::listen(fd_, 1) == 0 &&
        ::getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size) == 0)
      endpoint_ = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
  }
  ~Listener() { ::close(fd_); }
  const std::string& endpoint() const { return endpoint_; }
  // Waits 30 s at most; -1 then.
  int accept() const {
    const timeval limit{30, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    return ::accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC);
  }

 private:
  int fd_;
  std::string endpoint_;
};

}  // namespace

// After the coordinator's end its port may be anybody's, who would have this node run what they
// like.
TEST(NodeAgent, TakesNoOrdersFromAStranger) {
  const TemporaryFolder folder;
  const std::string token(64, '7');
  for (const std::string& proof :
       {std::string(), std::string(64, '0'), std::string("as the node")}) {
    Listener listener;
    const pid_t node = ::fork();
    if (node == 0) {
      ::setenv("TRAINYARD_COORDINATOR", listener.endpoint().c_str(), 1);
      ::setenv("TRAINYARD_COORDINATOR_TOKEN", token.c_str(), 1);
      ::setenv("SLURM_NODEID", "1", 1);
      ::execl(YARD_AGENT, YARD_AGENT, "node", nullptr);
      ::_exit(127);
    }
    const int peer = listener.accept();
    ASSERT_GE(peer, 0);
    std::string said;
    FrameReader reader(max_frame_bytes);
    std::optional<NodeMessage> hello;
    char buffer[4096];
    for (ssize_t count; !hello && (count = ::recv(peer, buffer, sizeof buffer, 0)) > 0;) {
      said.append(buffer, static_cast<std::size_t>(count));
      reader.add({buffer, static_cast<std::size_t>(count)}, [&](FrameKind, std::string_view body) {
        if (const auto message = parse_node_message(body)) hello = *message;
      });
    }
    ASSERT_TRUE(hello);
    EXPECT_EQ(said.find(token), std::string::npos);
    EXPECT_EQ(hello->hello.proof, client_proof(hello->hello.nonce, token));
    const NodeMessage welcome{
        "welcome", {}, {}, {}, 0, {}, proof == "as the node" ? hello->hello.proof : proof};
    const std::string marker = (folder.path() / "marker").string();
    NodeMessage task{"task",
                     {},
                     {{"--run-dir", folder.path(), "--scheduler", "slurm", "--nodes", "2", "--",
                       "touch", marker},
                      folder.path(),
                      "",
                      "127.0.0.1",
                      1,
                      1,
                      1},
                     {},
                     0,
                     {}};
    for (const NodeMessage& message : {welcome, task, NodeMessage{"start", {}, {}, {}, 0, {}}}) {
      const std::string bytes = frame_text(FrameKind::message, to_json(message));
      [[maybe_unused]] const ssize_t sent = ::send(peer, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(node, &status, 0), node);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 5) << status;
    EXPECT_FALSE(std::filesystem::exists(marker));
    ::close(peer);
  }
}
