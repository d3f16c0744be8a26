// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/coordinator/coordinator.h"

#include "engine/agent/coordinator/changed_settings.h"
#include "engine/agent/coordinator/fired_rules.h"
#include "engine/agent/environment/environment.h"

#include <algorithm>
#include <csignal>
#include <tuple>

#include "engine/agent/causes/diagnose.h"
#include "engine/agent/job/message_events.h"
#include "engine/agent/stream/event_log.h"
#include "engine/system/unix_time.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;
using boost::system::error_code;

constexpr auto settle_time = 300ms;             // for ranks that die together
constexpr auto settle_time_for_peers = 2000ms;  // if the first to end only lost another
constexpr auto leftover_grace = 8s;             // for the other ranks once one has stopped
constexpr auto superseded_grace = 20s;
constexpr double lost_after_stop_seconds = 3;
constexpr auto srun_words_time = 3000ms;  // between an agent's end and srun's message about it
constexpr auto end_limit =
    9500ms;  // nodes that have not ended their processes by then are abandoned

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

EndEvent end_of(const Error& error, const std::string& node) {
  return {Outcome::failed,
          static_cast<int>(error.exit_code),
          error.code,
          error.arguments,
          error.message,
          std::nullopt,
          node};
}

}  // namespace

Coordinator::Coordinator(asio::io_context& loop, CoordinatorSetting setting, OutputFiles& files)
    : setting_(std::move(setting)),
      files_(files),
      signals_(loop, SIGTERM, SIGUSR1),
      settle_timer_(loop),
      grace_timer_(loop),
      end_timer_(loop),
      rules_(setting_.options.rules, fired_rules(setting_.attempt.run)) {
  signals_.add(SIGINT);
  signals_.add(SIGHUP);
  signals_.add(SIGUSR2);
  if (setting_.on_signal)
    for (const int signal : {SIGQUIT, SIGALRM, SIGURG, SIGXCPU, SIGWINCH, SIGTSTP})
      signals_.add(signal);
  watch_signals();
}

void Coordinator::watch_signals() {
  signals_.async_wait([this](error_code error, int signal) {
    if (error) return;
    watch_signals();
    if (setting_.on_signal) return setting_.on_signal(signal);
    if (signal == SIGUSR2) return request_evaluation();
    causes_before_nodes_stop_.reset();
    request_stop(signal);
  });
}

void Coordinator::add(Node& node) {
  nodes_.push_back({&node, false, false});
  if (state_ == State::gathering) {
    if (has_all_nodes()) write_header();
    return node.prepare();
  }
  node.end();  // it connected too late
}

Coordinator::Member& Coordinator::member_of(const Node& node) {
  return *std::find_if(nodes_.begin(), nodes_.end(),
                       [&](const Member& each) { return each.node == &node; });
}

std::vector<std::string> Coordinator::node_names() const {
  std::vector<const Node*> nodes;
  for (const Member& member : nodes_) nodes.push_back(member.node);
  std::sort(nodes.begin(), nodes.end(), [](const Node* left, const Node* right) {
    return left->node_rank() < right->node_rank();
  });
  std::vector<std::string> names;
  for (const Node* node : nodes) names.push_back(node->name());
  return names.empty() ? std::vector<std::string>{setting_.node} : names;
}

void Coordinator::write_header() {
  if (std::exchange(has_header_, true)) return;
  const RunIdentity& identity = setting_.attempt.identity;
  HeaderEvent header;
  header.run = identity.run;
  header.attempt = setting_.attempt.number;
  header.nodes = node_names();
  header.job_id = setting_.options.job_id;
  header.versions = identity.versions;
  header.git_commit = identity.git_commit;
  std::erase_if(header.versions, [](const auto& entry) { return entry.first == "yard-agent"; });
  header.versions.emplace_back("yard-agent", TRAINYARD_VERSION);
  header.environment = environment_of(setting_.options);
  setting_.on_event(Event{unix_time(), -1, std::move(header)});
}

void Coordinator::take(Event event) {
  write_header();
  event.time = unix_time();
  setting_.on_event(std::move(event));
}

void Coordinator::report(MessageLevel level, std::string code, Map arguments,
                         const std::string& node) {
  report(make_message(level, std::move(code), std::move(arguments), node));
}

void Coordinator::report(MessageEvent message) { take(Event{0, -1, std::move(message)}); }

void Coordinator::prepared(Node& node, const std::vector<Error>& findings, int num_processes) {
  member_of(node).is_prepared = true;
  processes_ += num_processes;
  for (const Error& finding : findings) findings_.push_back({finding, node.name()});
  start_when_ready();
}

// Waits for all nodes to report, so that the user sees all problems at once.
void Coordinator::start_when_ready() {
  if (state_ != State::gathering || !has_all_nodes()) return;
  if (!std::all_of(nodes_.begin(), nodes_.end(),
                   [](const Member& member) { return member.is_prepared; }))
    return;
  if (findings_.empty()) {
    state_ = State::running;
    has_started_ = true;
    if (std::string changes = take_changed_settings(setting_.attempt); !changes.empty())
      report(MessageLevel::info, "resume.settings", {{"changes", std::move(changes)}},
             setting_.node);
    for (const Member& member : nodes_)
      if (state_ == State::running) member.node->start();
    return;
  }
  if (findings_.size() > 1)
    for (const auto& [error, found_on] : findings_)
      report({MessageLevel::error, error.code, error.arguments, error.message, std::nullopt,
              found_on});
  fail(findings_.front().error, findings_.front().node);
}

void Coordinator::failed(Node& node, const Error& error) { fail(error, node.name()); }

void Coordinator::fail(const Error& error, const std::string& node) {
  causes_.push_back({false, false, end_of(error, node)});
  end_everything();
}

void Coordinator::event(Node&, Event event) {
  has_said_start_ = has_said_start_ || std::holds_alternative<StartEvent>(event.body);
  const auto* metrics = std::get_if<MetricsEvent>(&event.body);
  const bool is_resumed = setting_.attempt.number > 1;
  if (metrics && metrics->step && is_resumed && !has_said_start_) begin_at(*metrics);
  const auto fired = metrics ? rules_.see(*metrics) : std::vector<FiredRule>();
  take(std::move(event));
  for (const FiredRule& each : fired) act_on(each);
}

// Noted before it acts, so that no rule acts twice in a run.
void Coordinator::act_on(const FiredRule& fired) {
  if (const auto noted = note_fired_rule(setting_.attempt.run, fired.rule->text); !noted)
    report(MessageLevel::warning, "rule.not_noted",
           {{"why", trainyard::as_argument(noted.error())}}, setting_.node);
  const Error fact = fact_of(fired);
  report(MessageLevel::warning, fact.code, fact.arguments, setting_.node);
  // What a time limit that is near sends.
  if (fired.rule->action == MetricRule::Action::stop)
    stop_all(SIGUSR1, trainyard::as_argument(fact));
}

// If a resumed program does not report where it starts, the first step that it reports is its
// first: values from earlier attempts for this and later steps are superseded.
void Coordinator::begin_at(const MetricsEvent& first) {
  has_said_start_ = true;
  StartEvent start;
  start.resume_step = std::max<std::int64_t>(0, *first.step - 1);
  take(Event{0, -1, std::move(start)});
}

void Coordinator::output(Node&, int rank, OutputKind kind, std::string_view bytes) {
  files_.write(rank, kind, bytes);
}

void Coordinator::exited(Node&, const ProcessExit& exit) {
  ++exits_;
  if (exit.wait_status != 0)
    causes_.push_back({exit.is_ended_by_agent, exit.is_loss_of_peers, exit.verdict});
  decide();
}

void Coordinator::signalled(Node&, int signal) {
  // Slurm also ends the agents of a step that lost one of them before the run started: then srun
  // reports which.
  if (state_ == State::gathering && !stop_) {
    if (std::exchange(waits_for_srun_, true)) return;
    settle_timer_.expires_after(srun_words_time);
    settle_timer_.async_wait([this, signal](error_code cancelled) {
      if (!cancelled) request_stop(signal);
    });
    return;
  }
  if (!stop_) causes_before_nodes_stop_ = causes_.size();
  request_stop(signal);
}

// Slurm ends the agents of a step that has lost one of them: then the loss is the cause, and not
// what the stop led to.
void Coordinator::forget_nodes_stop() {
  if (!stop_ || !causes_before_nodes_stop_ || unix_time() - stop_->time > lost_after_stop_seconds)
    return;
  stop_.reset();
  grace_timer_.cancel();
  causes_.resize(*causes_before_nodes_stop_);
}

void Coordinator::gone(Node& node) {
  member_of(node).is_gone = true;
  look_whether_over();
}

void Coordinator::lost(Node& node, const Error& why) {
  Member& member = member_of(node);
  if (std::exchange(member.is_gone, true)) return;
  has_lost_node_ = true;
  forget_nodes_stop();
  causes_.push_back(
      {false, false,
       make_end(Outcome::failed, static_cast<int>(ExitCode::communication), "node.lost",
                {{"node", node.name()}, {"why", trainyard::as_argument(why)}}, std::nullopt,
                node.name())});
  if (state_ == State::ending) return look_whether_over();
  if (state_ == State::gathering) return end_everything();
  settle(settle_time);
}

void Coordinator::request_stop(int signal) {
  if (stop_ && signal == SIGINT) return end_everything();
  stop_all(signal, {});
}

void Coordinator::stop_all(int signal, Map fired) {
  if (stop_ || state_ == State::settling || state_ == State::ending || state_ == State::over)
    return;
  std::error_code error;
  const auto grace = std::chrono::duration<double>(
      signal == SIGTERM ? std::min(setting_.options.stop_grace_seconds,
                                   setting_.options.kill_wait_seconds.value_or(1e9))
                        : setting_.options.stop_grace_seconds);
  stop_ = StopRequest{unix_time(),
                      signal,
                      std::filesystem::exists(setting_.attempt.run.cancel(), error),
                      false,
                      setting_.options.end_time,
                      setting_.options.signal_before_end_seconds,
                      false,
                      grace.count(),
                      std::move(fired)};
  if (stop_->fired.empty())
    report(MessageLevel::info, "stop.requested", {{"signal", signal_name(signal)}}, setting_.node);
  if (state_ == State::gathering) return end_everything();
  for (const Member& member : nodes_) member.node->stop();
  grace_timer_.expires_after(milliseconds(grace.count()));
  grace_timer_.async_wait([this](error_code cancelled) {
    if (cancelled) return;
    stop_->was_killed = true;
    end_everything();
  });
}

void Coordinator::request_evaluation() {
  if (state_ != State::running) return;
  for (const Member& member : nodes_) member.node->evaluate();
}

void Coordinator::supersede() {
  if (state_ != State::running && state_ != State::gathering) return;
  if (!stop_) request_stop(SIGTERM);
  if (!stop_ || stop_->is_superseded) return;
  stop_->is_superseded = true;
  if (state_ != State::running) return;
  grace_timer_.expires_after(std::min<std::chrono::milliseconds>(
      superseded_grace, milliseconds(setting_.options.stop_grace_seconds)));
  grace_timer_.async_wait([this](error_code cancelled) {
    if (!cancelled) end_everything();
  });
}

const Coordinator::Cause* Coordinator::first_cause() const {
  // Processes killed by the agent are not a cause; those that only lost a peer are one only if
  // there is nothing else.
  const auto place = [](const Cause& cause) {
    return std::tuple(cause.is_ended_by_agent, cause.is_loss_of_peers);
  };
  const auto first = std::min_element(
      causes_.begin(), causes_.end(),
      [&](const Cause& left, const Cause& right) { return place(left) < place(right); });
  return first == causes_.end() ? nullptr : &*first;
}

void Coordinator::decide() {
  if (state_ == State::ending || state_ == State::over) return;
  if (exits_ == processes_) return end_everything();
  if (stop_) {
    if (grace_timer_.expiry() <= std::chrono::steady_clock::now() + leftover_grace || exits_ > 1)
      return;
    grace_timer_.expires_after(leftover_grace);
    grace_timer_.async_wait([this](error_code cancelled) {
      if (!cancelled) end_everything();
    });
    return;
  }
  if (const Cause* cause = first_cause())
    settle(cause->is_loss_of_peers ? settle_time_for_peers : settle_time);
}

void Coordinator::settle(std::chrono::milliseconds time) {
  if (state_ != State::running) return;
  state_ = State::settling;
  settle_timer_.expires_after(time);
  settle_timer_.async_wait([this](error_code cancelled) {
    if (!cancelled) end_everything();
  });
}

void Coordinator::end_everything() {
  if (state_ == State::ending || state_ == State::over) return;
  state_ = State::ending;
  settle_timer_.cancel();
  grace_timer_.cancel();
  end_timer_.expires_after(end_limit);
  end_timer_.async_wait([this](error_code cancelled) {
    if (cancelled) return;
    for (Member& member : nodes_)
      if (!std::exchange(member.is_gone, true)) has_lost_node_ = true;
    look_whether_over();
  });
  for (std::size_t at = 0; at < nodes_.size(); ++at)
    if (!nodes_[at].is_gone) nodes_[at].node->end();
  look_whether_over();
}

void Coordinator::look_whether_over() {
  if (state_ != State::ending) return;
  if (!std::all_of(nodes_.begin(), nodes_.end(),
                   [](const Member& member) { return member.is_gone; }))
    return;
  state_ = State::over;
  end_timer_.cancel();
  signals_.cancel();
  write_header();
  for (const Member& member : nodes_) member.node->leave();
  setting_.on_over();
}

EndEvent Coordinator::conclude() const {
  const Cause* cause = first_cause();
  // The engine may notice a newer attempt first; then whatever happens to this one is not a failure
  // of the run.
  const bool is_superseded =
      !stop_ && cause && trainyard::is_superseded(setting_.attempt.run, setting_.attempt.number);
  if (stop_ || is_superseded) {
    std::error_code error;
    StopRequest stop = stop_.value_or(StopRequest{});
    stop.is_superseded |= is_superseded;
    stop.is_cancelled =
        stop.is_cancelled || std::filesystem::exists(setting_.attempt.run.cancel(), error);
    const int exit_code = cause ? cause->end.exit_code : 0;
    const bool is_engine = setting_.options.workload == Workload::engine;
    const bool has_finished_first = is_engine && has_started_ && !cause && !stop.was_killed;
    if (!has_finished_first) {
      const bool has_failed = is_engine && cause && exit_code < 64;
      return end_of_stop(stop, exit_code, setting_.node, has_failed ? &cause->end : nullptr);
    }
  }
  if (cause) return cause->end;
  return make_end(Outcome::completed, 0, "ended.completed", {}, std::nullopt, setting_.node);
}

}  // namespace trainyard::agent
