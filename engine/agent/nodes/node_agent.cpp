// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/nodes/node_agent.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <sstream>

#include <cstdlib>
#include <iostream>
#include <optional>
#include <thread>

#include "engine/agent/job/attempt.h"
#include "engine/agent/nodes/connection.h"
#include "engine/agent/nodes/node_messages.h"
#include "engine/agent/job/job_scheduler.h"
#include "engine/agent/job/options.h"
#include "engine/agent/output/python_files.h"
#include "engine/agent/processes/private_folder.h"
#include "engine/agent/processes/process_table.h"
#include "engine/agent/ranks/preflight.h"
#include "engine/agent/ranks/supervisor.h"
#include "engine/agent/stream/stream_request.h"
#include "engine/contract/files/whole_file.h"
#include "engine/contract/messages.h"
#include "engine/contract/run/run_folder.h"
#include "engine/system/node_name.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;
using boost::system::error_code;

constexpr int coordinator_silence_seconds = 15;
constexpr auto orders_timeout = 3s;  // after a signal, until the node acts on its own
constexpr auto leave_limit = 10s;    // after the last process has ended
constexpr int connect_tries = 40;
constexpr auto connect_pause = 250ms;

std::string taken_from_environment(const char* name) {
  const char* value = std::getenv(name);
  const std::string text = value ? value : "";
  ::unsetenv(name);
  return text;
}

int fail_with(const Error& error) {
  std::cerr << "yard-agent: " << error.message << std::endl;
  return static_cast<int>(error.exit_code);
}

// Supervises this node's ranks on the coordinator's orders and forwards their reports to it.
class NodeAgent final : public NodeReports {
 public:
  NodeAgent(asio::io_context& loop, std::string node, int node_rank)
      : loop_(loop),
        node_(std::move(node)),
        node_rank_(node_rank),
        signals_(loop, SIGTERM, SIGUSR1),
        orders_timer_(loop),
        leave_timer_(loop) {
    signals_.add(SIGINT);
    signals_.add(SIGHUP);
    signals_.add(SIGUSR2);
    watch_signals();
  }

  void start(asio::ip::tcp::socket socket, const std::string& token) {
    connection_ = std::make_shared<Connection>(std::move(socket), Connection::Peer::known,
                                               coordinator_silence_seconds, max_frame_bytes);
    connection_->start(
        [this](FrameKind kind, std::string_view body) {
          if (kind != FrameKind::message) return;
          if (const auto message = parse_node_message(body)) take_message(*message);
        },
        [this](const Error& why) { lose_coordinator(why); });
    const std::string nonce = make_token().substr(0, nonce_digits);
    welcome_ = server_proof(nonce, token);
    NodeMessage hello = of_kind("hello");
    hello.hello = {nonce, client_proof(nonce, token), node_, node_rank_, TRAINYARD_VERSION};
    send(hello);
  }

  int exit_code() const { return exit_code_; }
  bool is_checking() const { return is_checking_; }

  void prepared(Node&, const std::vector<Error>& findings, int num_processes) override {
    NodeMessage message = of_kind("prepared");
    message.findings = findings;
    message.count = num_processes;
    send(message);
  }
  void failed(Node&, const Error& error) override {
    NodeMessage message = of_kind("failed");
    message.findings = {error};
    send(message);
  }
  void event(Node&, Event event) override { connection_->send(FrameKind::event, to_line(event)); }
  void output(Node&, int rank, OutputKind kind, std::string_view bytes) override {
    connection_->send(FrameKind::output,
                      output_body(rank, kind == OutputKind::output ? 'o' : 'e', bytes));
  }
  void exited(Node&, const ProcessExit& exit) override {
    NodeMessage message = of_kind("exited");
    message.exit = exit;
    send(message);
  }
  void signalled(Node&, int) override {}
  void gone(Node&) override { report_gone(); }
  void lost(Node&, const Error&) override {}

 private:
  static NodeMessage of_kind(const char* kind) { return {kind, {}, {}, {}, 0, {}}; }
  void send(const NodeMessage& message) { connection_->send(FrameKind::message, to_json(message)); }

  void watch_signals();
  void take_message(const NodeMessage& message);
  void take_order(const NodeMessage& order);
  void take_task(const NodeTask& task);
  void check();
  void check_finished(std::vector<Error> findings);
  Result<void> make_supervisor();
  void end();
  void report_gone();
  void lose_coordinator(const Error& why);

  asio::io_context& loop_;
  std::string node_;
  int node_rank_;
  asio::signal_set signals_;
  asio::steady_timer orders_timer_, leave_timer_;
  std::shared_ptr<Connection> connection_;
  std::string welcome_;  // the proof that the coordinator must still send
  NodeTask task_;
  std::optional<Options> options_;
  std::optional<PrivateFolder> folder_;
  std::optional<Fifo> fifo_;
  std::optional<Supervisor> supervisor_;
  bool is_checking_ = false, is_ending_ = false, is_alone_ = false;
  int exit_code_ = 0;
};

// The scheduler signals every node; the coordinator decides. If it sends no order, the ranks are
// stopped anyway.
void NodeAgent::watch_signals() {
  signals_.async_wait([this](error_code error, int signal) {
    if (error) return;
    if (signal == SIGUSR2) {
      if (supervisor_ && !is_ending_) supervisor_->evaluate();
      return watch_signals();
    }
    NodeMessage message = of_kind("signalled");
    message.count = signal;
    if (connection_) send(message);
    orders_timer_.expires_after(orders_timeout);
    orders_timer_.async_wait([this](error_code cancelled) {
      if (!cancelled && supervisor_ && !is_ending_) supervisor_->stop();
    });
    watch_signals();
  });
}

// Accepts orders only from someone who has proved to know the token.
void NodeAgent::take_message(const NodeMessage& message) {
  if (welcome_.empty()) return take_order(message);
  if (message.kind == "welcome" && is_same_secret(message.proof, welcome_)) return welcome_.clear();
  connection_->close();
  lose_coordinator(make_error("connection.stranger", {}));
}

void NodeAgent::take_order(const NodeMessage& order) {
  if (order.kind == "task" && !options_) return take_task(order.task);
  if (order.kind == "start" && supervisor_ && !is_ending_) return supervisor_->start();
  if (order.kind == "stop" && supervisor_) {
    orders_timer_.cancel();
    return supervisor_->stop();
  }
  if (order.kind == "evaluate" && supervisor_ && !is_ending_) return supervisor_->evaluate();
  if (order.kind == "end") return end();
  if (order.kind == "leave") {
    connection_->close();
    loop_.stop();
  }
}

void NodeAgent::take_task(const NodeTask& task) {
  task_ = task;
  for (const std::string& variable : task.environment)
    if (const std::size_t equals = variable.find('='); equals != std::string::npos)
      ::setenv(variable.substr(0, equals).c_str(), variable.c_str() + equals + 1, 1);
  auto options = parse_options(task.arguments);
  if (!options) {
    NodeMessage message = of_kind("prepared");
    message.findings = {options.error()};
    return send(message);
  }
  options_ = std::move(*options);
  check();
}

// On a separate thread: file systems and the engine may be slow, and the heartbeat must not be
// delayed.
void NodeAgent::check() {
  is_checking_ = true;
  std::thread([this] {
    const Environment environment = own_environment();
    const RunFolder run{task_.run_dir};
    const std::filesystem::path folder = working_directory_of(*options_, run);
    std::vector<Error> findings =
        check_node(*options_, node_, run.attempt(task_.attempt), folder, environment);
    if (findings.empty() && options_->workload == Workload::engine)
      findings = findings_of(
          node_, run_to_end(engine_preflight(*options_, environment, run.root, folder)));
    asio::post(loop_, [this, findings = std::move(findings)] { check_finished(findings); });
  }).detach();
}

void NodeAgent::check_finished(std::vector<Error> findings) {
  is_checking_ = false;
  if (is_ending_) return;
  if (findings.empty())
    if (const auto made = make_supervisor(); !made) findings.push_back(made.error());
  if (findings.empty()) return supervisor_->prepare();
  NodeMessage message = of_kind("prepared");
  message.findings = std::move(findings);
  send(message);
}

Result<void> NodeAgent::make_supervisor() {
  TRY(auto folder, PrivateFolder::create());
  folder_.emplace(std::move(folder));
  TRY(auto fifo, Fifo::create(folder_->path()));
  fifo_.emplace(std::move(fifo));
  TRY(write_python_files(folder_->path() / "python"));
  const RunFolder run{task_.run_dir};
  Placeholders values;
  values.run_dir = run.root;
  values.checkpoints = run.checkpoints();
  values.resume_from = task_.resume_from;
  values.nodes = options_->nodes;
  values.processes_per_node = task_.processes_per_node;
  values.node_rank = node_rank_;
  values.master_addr = task_.master_addr;
  values.master_port = task_.master_port;
  values.array_index = options_->array_index;
  supervisor_.emplace(loop_, *options_,
                      NodePlan{node_,
                               std::move(values),
                               {working_directory_of(*options_, run), fifo_->path(),
                                folder_->path() / "python", task_.attempt, allowed_cores()}},
                      *fifo_, *this);
  return {};
}

void NodeAgent::end() {
  if (std::exchange(is_ending_, true)) return;
  orders_timer_.cancel();
  if (supervisor_) return supervisor_->end();
  signal_descendants(::getpid(), SIGKILL);
  report_gone();
}

void NodeAgent::report_gone() {
  if (is_alone_) return loop_.stop();
  send(of_kind("gone"));
  leave_timer_.expires_after(leave_limit);
  leave_timer_.async_wait([this](error_code cancelled) {
    if (!cancelled) loop_.stop();
  });
}

void NodeAgent::lose_coordinator(const Error& why) {
  fail_with(make_error("node.coordinator_lost", {{"node", node_}, {"why", as_argument(why)}}));
  is_alone_ = true;
  exit_code_ = static_cast<int>(ExitCode::communication);
  if (is_ending_ && !supervisor_) return loop_.stop();
  if (is_ending_ && signal_descendants(::getpid(), 0) == 0) return loop_.stop();
  end();
}

// The coordinator listens before the step starts; retried because networks may lose the first
// packets.
std::optional<asio::ip::tcp::socket> connect(asio::io_context& loop, const std::string& endpoint,
                                             std::string& problem) {
  const std::size_t colon = endpoint.rfind(':');
  std::string host = endpoint.substr(0, colon);
  if (host.size() > 2 && host.front() == '[') host = host.substr(1, host.size() - 2);
  error_code error;
  const asio::ip::tcp::endpoint target(
      asio::ip::make_address(host, error),
      static_cast<std::uint16_t>(std::atoi(endpoint.c_str() + colon + 1)));
  for (int tries = 0; !error && tries < connect_tries; ++tries) {
    asio::ip::tcp::socket socket(loop);
    socket.connect(target, error);
    if (!error) return socket;
    problem = error.message();
    error = {};
    std::this_thread::sleep_for(connect_pause);
  }
  if (error) problem = error.message();
  return std::nullopt;
}

}  // namespace

int run_node(const std::filesystem::path& coordinator_file) {
  ::signal(SIGPIPE, SIG_IGN);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::string endpoint = taken_from_environment("TRAINYARD_COORDINATOR"),
              token = taken_from_environment("TRAINYARD_COORDINATOR_TOKEN");
  if (!coordinator_file.empty())
    if (const auto text = read_file(coordinator_file, 4 << 10)) {
      std::istringstream lines(*text);
      std::getline(lines, endpoint), std::getline(lines, token);
    }
  const auto node_rank = own_node_rank();
  if (endpoint.empty() || token.empty() || !node_rank)
    return fail_with(make_error("node.not_by_srun", {}));
  const std::string node = own_node_name();
  asio::io_context loop;
  std::string problem;
  auto socket = connect(loop, endpoint, problem);
  if (!socket) {
    return fail_with(make_error("node.coordinator_unreachable",
                                {{"node", node}, {"endpoint", endpoint}, {"problem", problem}}));
  }
  NodeAgent agent(loop, node, *node_rank);
  agent.start(std::move(*socket), token);
  loop.run();
  signal_descendants(::getpid(), SIGKILL);
  if (agent.is_checking())
    ::_exit(agent.exit_code());  // a thread is still waiting for a file system or the engine
  return agent.exit_code();
}

}  // namespace trainyard::agent
