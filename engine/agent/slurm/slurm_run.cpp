// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/slurm/slurm_run.h"

#include <unistd.h>

#include <boost/asio/post.hpp>

#include <algorithm>
#include <csignal>

#include "engine/agent/job/message_events.h"
#include "engine/contract/slurm_output.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;

constexpr auto start_limit = 300s;  // from srun's start until every node is prepared
constexpr auto srun_timeout =
    3s;  // after the last agent was released; none if a node was lost, since srun waits for it

constexpr auto again_pause = 5s;  // before srun is retried

// srun's messages if the controller did not answer, for example while it is restarted: the job
// itself is fine.
bool is_silence(const std::string& words) {
  for (const char* part : {"Unable to confirm allocation", "Unable to contact slurm controller",
                           "Socket timed out", "Zero Bytes were transmitted"})
    if (words.find(part) != std::string::npos && words.find("Invalid job id") == std::string::npos)
      return true;
  return false;
}

Map words_argument(const std::string& words) {
  return words.empty() ? as_argument("said.nothing_by_slurm", {})
                       : as_argument("said.by_slurm", {{"words", words}});
}

std::filesystem::path own_program() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

}  // namespace

std::vector<int> ranks_of_node(const Options& options, int processes_per_node, int node_rank) {
  const bool is_launched = options.launcher != Launcher::none && options.launcher != Launcher::srun;
  std::vector<int> ranks;
  for (int local = 0; local < (is_launched ? 1 : processes_per_node); ++local)
    ranks.push_back(node_rank * processes_per_node + local);
  return ranks;
}

SlurmRun::SlurmRun(boost::asio::io_context& loop, const Options& options, NodeTask task,
                   Coordinator& coordinator, OutputFiles& files)
    : loop_(loop),
      options_(options),
      task_(std::move(task)),
      coordinator_(coordinator),
      files_(files),
      start_timer_(loop),
      again_timer_(loop) {}

void SlurmRun::start() {
  const std::string token = make_token();
  auto listener = NodeListener::open(loop_, options_.address, token,
                                     [this](std::shared_ptr<Connection> connection, Hello hello) {
                                       take_node(std::move(connection), hello);
                                     });
  if (!listener) return coordinator_.fail(listener.error(), options_.node_name);
  listener_ = std::move(*listener);
  environment_ = own_environment();
  environment_["TRAINYARD_COORDINATOR"] = listener_->endpoint();
  environment_["TRAINYARD_COORDINATOR_TOKEN"] = token;
  if (!start_step()) return;
  start_timer_.expires_after(start_limit);
  start_timer_.async_wait([this](boost::system::error_code cancelled) {
    if (cancelled || coordinator_.has_started()) return;
    coordinator_.fail(
        make_error("step.not_ready", {{"seconds", static_cast<std::int64_t>(start_limit.count())},
                                      {"ready", static_cast<std::int64_t>(nodes_.size())},
                                      {"nodes", options_.nodes},
                                      {"said", words_argument(step_->words())}}),
        options_.node_name);
  });
}

bool SlurmRun::start_step() {
  step_ = std::make_unique<SlurmStep>(
      loop_, [this](OutputKind kind, std::string_view bytes) { srun_said(kind, bytes); },
      [this](int exit_code) { srun_ended(exit_code); });
  const auto started =
      step_->start({srun_arguments(options_, own_program()), environment_, task_.run_dir, SIGTERM});
  if (!started) coordinator_.fail(started.error(), options_.node_name);
  return started.ok();
}

void SlurmRun::take_node(std::shared_ptr<Connection> connection, const Hello& hello) {
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

// srun itself only ends once Slurm has killed the other agents, some time later.
void SlurmRun::srun_said(OutputKind kind, std::string_view bytes) {
  files_.write(OutputFiles::no_rank, kind, bytes);
  if (kind == OutputKind::output || has_lost_agent_ || coordinator_.has_started() ||
      coordinator_.is_over())
    return;
  const auto loss = agent_loss(step_->said());
  if (!loss) return;
  has_lost_agent_ = true;
  boost::asio::post(loop_, [this, loss = *loss] { coordinator_.fail(loss, options_.node_name); });
}

// The agents stay until they are released, so if srun ends earlier it has failed.
void SlurmRun::srun_ended(int exit_code) {
  if (coordinator_.is_over()) {
    if (on_over_) on_over_();
    return;
  }
  const std::string words = step_->words();
  if (nodes_.empty() && is_silence(words)) {
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

void SlurmRun::finish(std::function<void()> on_over) {
  start_timer_.cancel();
  again_timer_.cancel();
  if (listener_) listener_->close();
  if (!step_ || !step_->is_running()) return on_over();
  on_over_ = std::move(on_over);
  step_->finish(coordinator_.has_lost_node() ? 0s : srun_timeout);
}

EndEvent SlurmRun::with_slurms_words(EndEvent end) const {
  const std::string words = step_ ? step_->words() : "";
  const bool is_killed = end.exit_code == 128 + SIGKILL && end.code == "failure.signal";
  if (words.empty() || (end.code != "node.lost" && !is_killed)) return end;
  // Without memory cgroups, Slurm itself kills what uses too much, the agent first.
  if (says_memory_kill(step_->said()))
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
