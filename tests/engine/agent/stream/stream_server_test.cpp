// SPDX-License-Identifier: GPL-3.0-or-later
// The live stream of a running agent, over real sockets.
#include "engine/agent/stream/stream_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fstream>
#include <memory>
#include <set>
#include <thread>

#include "engine/agent/stream/hmac_sha256.h"
#include "tests/engine/agent/agent_process.h"

using namespace trainyard;
using namespace trainyard::agent;
using namespace std::chrono_literals;

namespace {

const std::string nonce = "00112233445566778899aabbccddeeff";

std::string proof_fields(const std::string& token) {
  return "X-Trainyard-Nonce: " + nonce +
         "\r\nX-Trainyard-Proof: " + hmac_sha256(token, "client:" + nonce) + "\r\n";
}

class Client {
 public:
  explicit Client(int port) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    const timeval limit{10, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    is_connected_ = ::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  Client(const Client&) = delete;
  ~Client() { ::close(fd_); }
  bool is_connected() const { return is_connected_; }
  void send(const std::string& text) {
    EXPECT_EQ(::send(fd_, text.data(), text.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(text.size()));
  }
  void get(const std::string& target, const std::string& token, const std::string& fields = "") {
    send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n" +
         (token.empty() ? "" : proof_fields(token)) + fields + "\r\n");
  }
  // What comes until `limit_bytes` or the end.
  std::string read(std::size_t limit_bytes = 1 << 24) {
    std::string text;
    char buffer[4096];
    while (text.size() < limit_bytes) {
      const ssize_t count =
          ::recv(fd_, buffer, std::min(sizeof buffer, limit_bytes - text.size()), 0);
      if (count <= 0) break;
      text.append(buffer, static_cast<std::size_t>(count));
    }
    return text;
  }

 private:
  int fd_;
  bool is_connected_ = false;
};

std::string answer(const AgentFile& agent, const std::string& target, const std::string& token,
                   const std::string& fields = "") {
  Client client(agent.port);
  client.get(target, token, fields);
  return client.read();
}

std::string body_of(const std::string& answer) {
  return answer.substr(std::min(answer.size(), answer.find("\r\n\r\n") + 4));
}

// Sends 1,000 numbered metrics, some ten a tenth of a second.
const std::vector<std::string> writer = {
    "sh", "-c",
    "i=0; while [ $i -lt 1000 ]; do echo "
    "\"{\\\"event\\\":\\\"metrics\\\",\\\"step\\\":$i,\\\"values\\\":{\\\"train/loss\\\":1.5}}\" > "
    "\"$TRAINYARD_EVENTS\"; i=$((i+1)); "
    "[ $((i%20)) = 0 ] && sleep 0.1; done; echo done"};

}  // namespace

TEST(StreamServer, GivesNoByteWithoutTheToken) {
  AgentProcess agent;
  agent.start({}, {"sleep", "100"});
  ASSERT_TRUE(wait_until([&] { return agent.agent_file().has_value(); }));
  const AgentFile file = *agent.agent_file();
  std::string wrong = file.token;
  wrong[10] = wrong[10] == 'a' ? 'b' : 'a';
  for (const std::string& token :
       {std::string(), std::string("x"), wrong, file.token + "0", file.token.substr(1)})
    for (const char* target :
         {"/v1/events", "/v1/logs/stdout.log", "/metrics", "/", "/v1/logs/../agent.json"}) {
      const std::string text = answer(file, target, token);
      EXPECT_EQ(text.substr(0, 12), "HTTP/1.1 401") << target;
      EXPECT_EQ(body_of(text), "") << target;
      EXPECT_EQ(text.find("X-Trainyard-Proof"), std::string::npos) << text;
    }
  EXPECT_EQ(
      answer(file, "/v1/events", "", "Authorization: Bearer " + file.token + "\r\n").substr(0, 12),
      "HTTP/1.1 401")
      << "the token itself is never said";
  EXPECT_EQ(answer(file, "/nothing", file.token).substr(0, 12), "HTTP/1.1 404");
  EXPECT_EQ(answer(file, "/v1/logs/../agent.json", file.token).substr(0, 12), "HTTP/1.1 404");
  Client noise(file.port);
  noise.send("\x16\x03\x01 garbage\r\n\r\n");
  EXPECT_EQ(noise.read().find("header"), std::string::npos);
  EXPECT_EQ(answer(file, "/metrics", file.token, "X: " + std::string(100000, 'x') + "\r\n")
                .find("trainyard_"),
            std::string::npos)
      << "endless header";
}

TEST(StreamServer, ShowsThatItKnowsTheTokenInEveryAnswer) {
  AgentProcess agent;
  agent.start({}, {"sleep", "100"});
  ASSERT_TRUE(wait_until([&] { return agent.agent_file().has_value(); }));
  const AgentFile file = *agent.agent_file();
  const std::string proof =
      "X-Trainyard-Proof: " + hmac_sha256(file.token, "server:" + nonce) + "\r\n";
  for (const char* target : {"/metrics", "/nothing", "/v1/logs/stdout.log", "/v1/events?since=9:9"})
    EXPECT_NE(answer(file, target, file.token).find(proof), std::string::npos) << target;
  Client stream(file.port);
  stream.get("/v1/events", file.token);
  EXPECT_NE(stream.read(400).find(proof), std::string::npos);
}

TEST(StreamServer, SilentConnectionsKeepNobodyOut) {
  AgentProcess agent;
  agent.start({}, {"sleep", "100"});
  ASSERT_TRUE(wait_until([&] { return agent.agent_file().has_value(); }));
  const AgentFile file = *agent.agent_file();
  std::vector<std::unique_ptr<Client>> silent;
  for (int count = 0; count < 200; ++count) silent.push_back(std::make_unique<Client>(file.port));
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(answer(file, "/metrics", file.token).substr(0, 12), "HTTP/1.1 200");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 3s);
}

TEST(StreamServer, ACutOffReaderMissesNothingAndGetsNothingTwice) {
  AgentProcess agent;
  agent.start({}, writer);
  ASSERT_TRUE(wait_until([&] { return agent.agent_file().has_value(); }));
  const AgentFile file = *agent.agent_file();
  std::string last_id = "1:0", data;
  bool has_end = false;
  int connections = 0;
  while (!has_end && connections < 200) {
    ++connections;
    Client client(file.port);
    if (!client.is_connected()) break;
    client.get("/v1/events", file.token, "Last-Event-ID: " + last_id + "\r\n");
    // Cut anywhere, in the middle of an event as well; the last reader stays to the end.
    const std::string text = body_of(client.read(
        connections <= 10 ? 200 + 977 * static_cast<std::size_t>(connections) : 1 << 24));
    for (std::size_t at = 0; true;) {
      const std::size_t end = text.find("\n\n", at);
      if (end == std::string::npos) break;
      const std::string event = text.substr(at, end - at);
      at = end + 2;
      if (!event.starts_with("id: ")) continue;
      const std::size_t line = event.find('\n');
      last_id = event.substr(4, line - 4);
      data += event.substr(line + 1 + std::string("data: ").size()) + "\n";
    }
    has_end = data.find("\"event\":\"end\"") != std::string::npos;
  }
  EXPECT_GT(connections, 10);
  ASSERT_TRUE(has_end);
  EXPECT_EQ(agent.wait(), 0);
  EXPECT_EQ(data, agent.output("events.jsonl")) << "the stream is the file, byte by byte";
  std::set<std::int64_t> steps;
  for (const Event& event : agent.events())
    if (const auto* metrics = std::get_if<MetricsEvent>(&event.body))
      steps.insert(metrics->step.value());
  EXPECT_EQ(steps.size(), 1000u);
}

TEST(StreamServer, BareLinesGonePositionsAndLogs) {
  AgentProcess agent;
  agent.start({}, {"sh", "-c", "echo hello; exec sleep 100"});
  ASSERT_TRUE(wait_until([&] { return agent.output() == "hello\n"; }));
  const AgentFile file = *agent.agent_file();
  Client lines(file.port);
  lines.get("/v1/events?since=1:0", file.token, "Accept: application/x-ndjson\r\n");
  const std::string header =
      agent.output("events.jsonl").substr(0, agent.output("events.jsonl").find('\n') + 1);
  const std::string text = lines.read(200 + header.size());
  EXPECT_NE(text.find(header.substr(0, 40)), std::string::npos) << text;
  for (const char* since : {"2:0", "0:0", "1:100000000", "1:5"}) {
    const std::string gone = answer(file, std::string("/v1/events?since=") + since, file.token);
    EXPECT_EQ(gone.substr(0, 12), "HTTP/1.1 410") << since;
    EXPECT_EQ(body_of(gone), "{\"generation\": 1}\n");
  }
  EXPECT_EQ(answer(file, "/v1/events?since=nonsense", file.token).substr(0, 12), "HTTP/1.1 400");
  EXPECT_EQ(body_of(answer(file, "/v1/logs/stdout.log?since=2", file.token)), "llo\n");
  EXPECT_EQ(answer(file, "/v1/logs/stdout.log?since=7", file.token).substr(0, 12), "HTTP/1.1 416");
  EXPECT_NE(answer(file, "/metrics", file.token).find("trainyard_step{"), std::string::npos);
}

TEST(StreamServer, HeartbeatsHaveNoId) {
  AgentProcess agent;
  agent.start({}, {"sleep", "100"});
  ASSERT_TRUE(wait_until([&] { return agent.agent_file().has_value(); }));
  Client client(agent.agent_file()->port);
  client.get("/v1/events?since=1:0", agent.agent_file()->token);
  std::string text;
  for (int tries = 0;
       tries < 2000 && text.find("event: heartbeat\ndata: {}\n\n") == std::string::npos; ++tries) {
    const std::string more = client.read(1);
    if (more.empty()) break;
    text += more;
  }
  EXPECT_NE(text.find("\n\nevent: heartbeat\ndata: {}\n\n"), std::string::npos) << text;
}

TEST(StreamServer, AStalledReaderHoldsNobodyUp) {
  AgentProcess agent;
  agent.start({}, writer);
  ASSERT_TRUE(wait_until([&] { return agent.agent_file().has_value(); }));
  std::vector<std::unique_ptr<Client>> stalled;
  for (int count = 0; count < 100; ++count) {  // more than are served
    stalled.push_back(std::make_unique<Client>(agent.agent_file()->port));
    if (count % 2) stalled.back()->get("/v1/events?since=1:0", agent.agent_file()->token);
  }
  EXPECT_EQ(agent.wait(), 0);
  EXPECT_EQ(agent.output(), "done\n");
  EXPECT_EQ(agent.end().outcome, Outcome::completed);
}
