// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/nodes/run_on_nodes.h"

#include <unistd.h>

#include <boost/asio/post.hpp>

#include <algorithm>
#include <csignal>

#include "engine/agent/job/message_events.h"
#include "engine/contract/files/whole_file.h"
#include "engine/contract/run/run_folder.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;

constexpr auto start_limit = 300s;  // from the step's start until every node is prepared
constexpr auto step_timeout =
    3s;  // after the last agent was released; none if a node was lost, since the step waits for it

constexpr auto again_pause = 5s;  // before the step is started again

Map words_argument(const std::string& words) {
  return words.empty() ? as_argument("said.nothing_by_slurm", {})
                       : as_argument("said.by_slurm", {{"words", words}});
}

std::filesystem::path own_program() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

}  // namespace

Arguments node_agent_arguments(const Options& options, const std::filesystem::path& program) {
  Arguments arguments = options.node_command;
  arguments.insert(arguments.end(), {program.string(), "node"});
  return arguments;
}

std::vector<int> ranks_of_node(const Options& options, int processes_per_node, int node_rank) {
  const bool is_launched = options.launcher != Launcher::none && options.launcher != Launcher::srun;
  std::vector<int> ranks;
  for (int local = 0; local < (is_launched ? 1 : processes_per_node); ++local)
    ranks.push_back(node_rank * processes_per_node + local);
  return ranks;
}

RunOnNodes::RunOnNodes(boost::asio::io_context& loop, const Options& options, NodeTask task,
                       Coordinator& coordinator, OutputFiles& files)
    : loop_(loop),
      options_(options),
      scheduler_(*options.scheduler),
      task_(std::move(task)),
      coordinator_(coordinator),
      files_(files),
      start_timer_(loop),
      again_timer_(loop) {}

void RunOnNodes::start() {
  const std::string token = make_token();
  auto listener = NodeListener::open(loop_, options_.address, token,
                                     [this](std::shared_ptr<Connection> connection, Hello hello) {
                                       take_node(std::move(connection), hello);
                                     });
  if (!listener) return coordinator_.fail(listener.error(), options_.node_name);
  listener_ = std::move(*listener);
  environment_ = own_environment();
  agent_ = node_agent_arguments(options_, own_program());
  if (const auto told = tell_nodes(listener_->endpoint(), token); !told)
    return coordinator_.fail(told.error(), options_.node_name);
  if (!start_step()) return;
  start_timer_.expires_after(start_limit);
  start_timer_.async_wait([this](boost::system::error_code cancelled) {
    if (cancelled || coordinator_.has_started()) return;
    coordinator_.fail(
        make_error("step.not_ready", {{"seconds", static_cast<std::int64_t>(start_limit.count())},
                                      {"ready", static_cast<std::int64_t>(nodes_.size())},
                                      {"nodes", options_.nodes},
                                      {"said", words_argument(error_text())}}),
        options_.node_name);
  });
}

// Where the coordinator is, and the token with which an agent proves that it belongs to the run.
// Command lines are seen by everyone on a node: where the environment does not travel, the nodes
// read a file.
Result<void> RunOnNodes::tell_nodes(const std::string& endpoint, const std::string& token) {
  if (!scheduler_.is_handed_on) {
    environment_["TRAINYARD_COORDINATOR"] = endpoint;
    environment_["TRAINYARD_COORDINATOR_TOKEN"] = token;
    return {};
  }
  for (const auto& [name, value] : environment_)
    if (scheduler_.is_handed_on(name)) task_.environment.push_back(name + "=" + value);
  coordinator_file_ = RunFolder{task_.run_dir}.attempt(task_.attempt) / "coordinator";
  agent_.push_back(coordinator_file_.string());
  return write_file_atomically(coordinator_file_, endpoint + "\n" + token + "\n");
}

bool RunOnNodes::start_step() {
  step_ = std::make_unique<NodeStep>(
      loop_, [this](OutputKind kind, std::string_view bytes) { step_printed(kind, bytes); },
      [this](int exit_code) { step_ended(exit_code); });
  const auto started = step_->start(
      {scheduler_.on_each_node(options_, agent_), environment_, task_.run_dir, SIGTERM});
  if (!started) coordinator_.fail(started.error(), options_.node_name);
  return started.ok();
}

void RunOnNodes::take_node(std::shared_ptr<Connection> connection, const Hello& hello) {
  const bool is_known = std::any_of(nodes_.begin(), nodes_.end(), [&](const auto& node) {
    return node->node_rank() == hello.node_rank;
  });
  if (is_known || hello.node_rank < 0 || hello.node_rank >= options_.nodes)
    return connection->close();
  nodes_.push_back(std::make_unique<RemoteNode>(std::move(connection), hello, task_, coordinator_));
  if (const auto opened = files_.open(
          hello.node, ranks_of_node(options_, task_.processes_per_node, hello.node_rank));
      !opened)
    coordinator_.fail(opened.error(), hello.node);
  coordinator_.add(*nodes_.back());
}

// The step itself only ends once the scheduler has killed the other agents, some time later.
void RunOnNodes::step_printed(OutputKind kind, std::string_view bytes) {
  files_.write(OutputFiles::no_rank, kind, bytes);
  if (has_lost_agent_ || coordinator_.has_started() || coordinator_.is_over()) return;
  const auto loss = scheduler_.agent_loss(step_->printed());
  if (!loss) return;
  has_lost_agent_ = true;
  boost::asio::post(loop_, [this, loss = *loss] { coordinator_.fail(loss, options_.node_name); });
}

// The agents stay until they are released, so if the step ends earlier it has failed.
void RunOnNodes::step_ended(int exit_code) {
  if (coordinator_.is_over()) {
    if (on_over_) on_over_();
    return;
  }
  const std::string words = error_text();
  if (nodes_.empty() && scheduler_.is_silence && scheduler_.is_silence(words)) {
    coordinator_.report(MessageLevel::warning, "step.no_answer", {{"words", words}},
                        options_.node_name);
    again_timer_.expires_after(again_pause);
    again_timer_.async_wait([this](boost::system::error_code cancelled) {
      if (!cancelled && !coordinator_.is_over()) start_step();
    });
    return;
  }
  const Map arguments{{"exit_code", exit_code}, {"said", words_argument(words)}};
  if (!coordinator_.has_started())
    return coordinator_.fail(make_error("step.ended", arguments), options_.node_name);
  // It may have given up on a node whose ranks are still alive: they can save.
  coordinator_.report(MessageLevel::warning, "step.given_up", arguments, options_.node_name);
  coordinator_.request_stop(SIGTERM);
}

void RunOnNodes::finish(std::function<void()> on_over) {
  std::error_code gone;
  if (!coordinator_file_.empty()) std::filesystem::remove(coordinator_file_, gone);
  start_timer_.cancel();
  again_timer_.cancel();
  if (listener_) listener_->close();
  if (!step_ || !step_->is_running()) return on_over();
  on_over_ = std::move(on_over);
  step_->finish(coordinator_.has_lost_node() ? 0s : step_timeout);
}

std::string RunOnNodes::error_text() const {
  return step_ ? scheduler_.error_text(step_->printed()) : "";
}

EndEvent RunOnNodes::with_its_messages(EndEvent end) const {
  const std::string words = error_text();
  const bool is_killed = end.exit_code == 128 + SIGKILL && end.code == "failure.signal";
  if (words.empty() || (end.code != "node.lost" && !is_killed)) return end;
  // Without memory cgroups, the scheduler itself kills what uses too much, the agent first.
  if (scheduler_.is_memory_kill && scheduler_.is_memory_kill(step_->printed()))
    return make_end(Outcome::failed, static_cast<int>(ExitCode::out_of_memory),
                    "failure.memory_limit",
                    {{"who", as_argument("who.node", {{"node", end.node}})}, {"words", words}},
                    end.rank, end.node);
  if (is_killed) return end;
  Map arguments{{"node", end.node},
                {"why", as_argument("node.slurms_words",
                                    {{"why", get<Map>(end.arguments, "why")}, {"words", words}})}};
  return make_end(end.outcome, end.exit_code, end.code, std::move(arguments), end.rank, end.node);
}

}  // namespace trainyard::agent
