// SPDX-License-Identifier: GPL-3.0-or-later
// One file because the life of the processes of a node, from their start to their reports, is one
// object's.
#include "engine/agent/ranks/supervisor.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <utility>

#include "engine/agent/causes/error_output.h"
#include "engine/agent/job/job_scheduler.h"
#include "engine/agent/job/message_events.h"
#include "engine/agent/sampling/job_processes.h"
#include "engine/agent/output/traceback_at_end.h"
#include "engine/agent/trackers/written_names.h"
#include "engine/system/unix_time.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;
using boost::system::error_code;

constexpr auto sample_interval = 5s;
constexpr auto kind_end_time = 3000ms;  // between SIGTERM and SIGKILL at the end
constexpr auto end_step_time = 50ms;
constexpr int max_end_steps = 160;   // 8 s
constexpr auto canary_time = 150ms;  // for a signal to all processes of a job to arrive
constexpr std::size_t error_tail_bytes = 64 << 10;

bool is_shell(const std::string& program) {
  const std::string name = std::filesystem::path(program).filename().string();
  return name == "sh" || name == "bash" || name == "dash" || name == "zsh" || name == "ksh";
}

const char* name_of(Launcher launcher) {
  return launcher == Launcher::torchrun     ? "torchrun"
         : launcher == Launcher::accelerate ? "accelerate"
                                            : "deepspeed";
}

}  // namespace

Supervisor::Supervisor(asio::io_context& loop, const Options& options, NodePlan plan, Fifo& fifo,
                       NodeReports& reports)
    : loop_(loop),
      options_(options),
      plan_(std::move(plan)),
      reports_(reports),
      children_(loop, SIGCHLD),
      clock_(loop),
      end_timer_(loop),
      pipe_(loop, fifo, [this](Event event) { receive(std::move(event)); }),
      curves_(loop, options_, plan_.node, plan_.placeholders,
              [this](Event event) { reports_.event(*this, std::move(event)); }),
      // Where a site confines no job to its cores, those that it requested still count.
      usage_(
          loop, [] { return descendants(::getpid()); },
          options_.cpus_per_node.value_or(plan_.site.allowed_cores)) {}

Supervisor::~Supervisor() = default;

void Supervisor::prepare() {
  auto planned = plan_launch(options_, plan_.placeholders, plan_.site, own_environment());
  if (!planned) return reports_.prepared(*this, {planned.error()}, 0);
  planned_ = std::move(*planned);
  reports_.prepared(*this, {}, static_cast<int>(planned_.size()));
}

void Supervisor::start() {
  kills_before_ = count_memory_kills();
  watch_children();
  pipe_.watch();
  watch_trackers();
  for (const PlannedProcess& plan : planned_) {
    const auto child = start_child(plan.command);
    if (!child) return reports_.failed(*this, child.error());
    auto process = std::make_unique<Process>(Process{plan, child->pid, {}, {}, {}});
    process->streams[0] = std::make_unique<Stream>(
        Stream{asio::posix::stream_descriptor(loop_, child->output), {}, false, true});
    process->streams[1] = std::make_unique<Stream>(
        Stream{asio::posix::stream_descriptor(loop_, child->error), {}, false, true});
    processes_.push_back(std::move(process));
    watch_stream(*processes_.back(), OutputKind::output);
    watch_stream(*processes_.back(), OutputKind::error);
  }
  if (options_.workload == Workload::script) canary_.start();
  usage_.start();
  watch_clock();
}

void Supervisor::watch_children() {
  children_.async_wait([this](error_code error, int) {
    if (error) return;
    reap();
    watch_children();
  });
}

void Supervisor::watch_stream(Process& process, OutputKind kind) {
  Stream& stream = *process.streams[static_cast<int>(kind)];
  stream.descriptor.async_wait(
      asio::posix::descriptor_base::wait_read, [this, &process, kind](error_code error) {
        if (error) return;
        pipe_.read();  // events that a program sent before it printed come first
        read_stream(process, kind);
        if (!process.streams[static_cast<int>(kind)]->is_open) return;
        auto pause = std::make_shared<asio::steady_timer>(loop_, gather_time);
        pause->async_wait([this, &process, kind, pause](error_code stopped) {
          if (!stopped) watch_stream(process, kind);
        });
      });
}

void Supervisor::watch_trackers() {
  if (!curves_.follows_trackers()) return;
  TrackedJob job;
  const RunFolder run{plan_.placeholders.run_dir};
  job.run_folder = run.root;
  const auto identity = read_run_identity(run);
  job.wandb_id = wandb_id_of(run, identity ? *identity : RunIdentity());
  job.working_in = {plan_.site.working_directory, plan_.placeholders.checkpoints};
  job.began = unix_time();
  // The steps that a script starts are not below it.
  job.processes = [id = is_script_in_job() ? own_job_variable() : std::nullopt] {
    return id ? processes_of_job(id) : descendants(::getpid());
  };
  if (node_rank() > 0) job.node_prefix = name() + "/";
  curves_.follow_trackers(std::move(job));
}

void Supervisor::watch_clock() {
  clock_.expires_after(sample_interval);
  clock_.async_wait([this](error_code error) {
    if (error) return;
    sample_usage();
    curves_.look_around();
    warn_about_bad_lines();
    watch_clock();
  });
}

void Supervisor::receive(Event event) {
  if (auto* message = std::get_if<MessageEvent>(&event.body)) {
    message->node = name();  // the program may use its host's name, which may differ
    if (message->level == MessageLevel::error && errors_.size() < 1000) errors_.push_back(*message);
  }
  curves_.sent(std::move(event));
}

void Supervisor::read_stream(Process& process, OutputKind kind) {
  Stream& stream = *process.streams[static_cast<int>(kind)];
  char buffer[64 << 10];
  for (int reads = 0; stream.is_open && reads < 64; ++reads) {
    const ssize_t count = ::read(stream.descriptor.native_handle(), buffer, sizeof buffer);
    if (count > 0)
      take_output(process, kind, {buffer, static_cast<std::size_t>(count)});
    else if (count == 0)
      stream.is_open = false;
    else
      return;
  }
}

void Supervisor::read_everything() {
  pipe_.read();
  for (const auto& process : processes_)
    for (const OutputKind kind : {OutputKind::output, OutputKind::error})
      read_stream(*process, kind);
  pipe_.read();
}

void Supervisor::take_output(Process& process, OutputKind kind, std::string_view bytes) {
  reports_.output(*this, process.plan.rank, kind, bytes);
  const auto keep = [&](std::string& tail) {
    tail += bytes;
    if (tail.size() > 2 * error_tail_bytes) tail.erase(0, tail.size() - error_tail_bytes);
  };
  if (kind == OutputKind::error)
    keep(process.error_tail);
  else if (options_.workload == Workload::script)
    keep(process.output_tail);
  // Processes of one program print the same.
  const bool is_of_one =
      options_.metrics.kind == ScriptMetrics::automatic || !options_.metrics.pattern.empty();
  if (is_of_one && &process != processes_.front().get()) return;
  Stream& stream = *process.streams[static_cast<int>(kind)];
  curves_.output(kind, bytes, stream.partial, stream.is_cutting);
}

void Supervisor::warn_about_bad_lines() {
  if (const auto count = pipe_.more_bad_lines())
    report(MessageLevel::warning, "events.bad_lines",
           {{"count", static_cast<std::int64_t>(*count)}});
}

void Supervisor::sample_usage() {
  if (auto event = usage_.sample(name())) reports_.event(*this, Event{0, -1, *std::move(event)});
}

void Supervisor::reap() {
  // As a subreaper this process also inherits orphans; they are only reaped.
  std::vector<Process*> ended;
  for (int status = 0; true;) {
    const pid_t pid = ::waitpid(-1, &status, WNOHANG);
    if (pid <= 0) break;
    usage_.reaped(pid);
    if (pid == canary_.pid()) canary_.reaped(status);
    for (const auto& process : processes_)
      if (process->pid == pid && !process->wait_status) {
        process->wait_status = status;
        ended.push_back(process.get());
      }
  }
  read_everything();
  // A script that the scheduler stops may be quicker than the signal that says so to this process.
  const bool may_be_stopped = is_signalled_with_us() && !is_ending_;
  if (!may_be_stopped) return report({ended.begin(), ended.end()});
  if (ended.empty()) return;
  ended_meanwhile_.insert(ended_meanwhile_.end(), ended.begin(), ended.end());
  ++passing_on_;
  after_canary_time([this] { report_when_settled(); });
}

void Supervisor::after_canary_time(std::function<void()> then) {
  auto pause = std::make_shared<asio::steady_timer>(loop_, canary_time);
  pause->async_wait([then = std::move(then), pause](error_code cancelled) {
    if (!cancelled) then();
  });
}

void Supervisor::report_when_settled() {
  if (--passing_on_ == 0) report(std::exchange(ended_meanwhile_, {}));
}

void Supervisor::report(const std::vector<const Process*>& ended) {
  for (const Process* process : ended) {
    ProcessExit exit{*process->wait_status, is_ending_, false, {}};
    if (exit.wait_status != 0) {
      const Failure failure = failure_of(*process);
      exit.is_loss_of_peers = is_loss_of_peers(failure);
      exit.verdict = diagnose(failure);
    } else if (const auto last = traceback_at_end(process->error_tail, process->output_tail)) {
      report(MessageLevel::warning, "script.traceback_at_end", {{"exception", *last}});
    }
    reports_.exited(*this, exit);
  }
}

// Launchers are not signalled: their children, the ranks, are, with the signal that they expect. A
// shell waits for its child before it handles a signal, so the child is signalled as well.
void Supervisor::send_signal(int signal) {
  for (const auto& process : processes_) {
    if (process->wait_status) continue;
    const bool tells_children =
        process->plan.is_launcher || is_shell(process->plan.command.arguments[0]);
    int told = 0;
    if (tells_children)
      for (const ProcessEntry& entry : descendants(::getpid()))
        if (entry.parent == process->pid) told += ::kill(entry.pid, signal) == 0;
    if (!process->plan.is_launcher || told == 0) ::kill(process->pid, signal);
  }
}

// The canary may have died already: it runs from the start, and is replaced after each check.
void Supervisor::pass_on(int signal, WasForAll then) {
  ++passing_on_;
  after_canary_time([this, signal, then = std::move(then)] {
    reap();
    const bool was_for_all = canary_.died_of() == signal;
    has_everyone_been_told_ = has_everyone_been_told_ || was_for_all;
    canary_.start();
    for (const auto& process : processes_)
      if (!was_for_all && !process->wait_status) ::kill(process->pid, signal);
    then(was_for_all);
    report_when_settled();
  });
}

std::optional<int> Supervisor::script_status() const {
  return processes_.empty() ? std::nullopt : processes_.front()->wait_status;
}

bool Supervisor::is_script_in_job() const {
  return options_.workload == Workload::script && options_.scheduler;
}

bool Supervisor::is_signalled_with_us() const {
  return is_script_in_job() && options_.scheduler->signals_every_process;
}

void Supervisor::stop() {
  if (is_signalled_with_us() && has_everyone_been_told_) return;
  send_signal(options_.workload == Workload::engine ? SIGTERM : options_.stop_signal);
}

void Supervisor::evaluate() { send_signal(SIGUSR2); }

void Supervisor::end() {
  if (is_ending_) return;
  is_ending_ = true;
  end_step(0);
}

// Engine ranks need no cleanup: what they write is atomic. Others get a moment.
void Supervisor::end_step(int tries) {
  const bool is_kind =
      options_.workload != Workload::engine && tries * end_step_time < kind_end_time;
  const bool is_signal_due = !is_kind || tries == 0;
  const int left = signal_descendants(::getpid(), is_signal_due ? (is_kind ? SIGTERM : SIGKILL) : 0,
                                      usage_.own_processes());
  if (left == 0 || tries >= max_end_steps) return finish();
  end_timer_.expires_after(end_step_time);
  end_timer_.async_wait([this, tries](error_code cancelled) {
    if (!cancelled) end_step(tries + 1);
  });
}

void Supervisor::finish() {
  clock_.cancel();
  reap();
  curves_.finish_trackers([this] { finish_reports(); });
}

void Supervisor::finish_reports() {
  for (const auto& process : processes_)
    for (const OutputKind kind : {OutputKind::output, OutputKind::error}) {
      Stream& stream = *process->streams[static_cast<int>(kind)];
      curves_.end_stream(kind, stream.partial, stream.is_cutting);
    }
  curves_.finish();
  warn_about_bad_lines();
  reports_.gone(*this);
}

Failure Supervisor::failure_of(const Process& process) const {
  Failure failure;
  const bool is_script = options_.workload == Workload::script;
  if (!process.plan.is_launcher && !is_script) failure.rank = process.plan.rank;
  failure.program = process.plan.is_launcher
                        ? name_of(options_.launcher)
                        : std::filesystem::path(options_.command[0]).filename().string();
  failure.is_engine = options_.workload == Workload::engine;
  failure.has_peers =
      options_.nodes > 1 || processes_.size() > 1 || process.plan.is_launcher || is_script;
  failure.wait_status = process.wait_status.value_or(0);
  const MemoryKills now = count_memory_kills();
  failure.memory_kills = {now.in_group - kills_before_.in_group,
                          now.on_machine - kills_before_.on_machine};
  for (const MessageEvent& error : errors_)
    if (process.plan.is_launcher || processes_.size() == 1 || error.rank == process.plan.rank)
      failure.errors.push_back(error);
  const bool is_told_in_output =
      is_script && !find_error(process.error_tail) &&
      (process.error_tail.empty() || find_error(process.output_tail).has_value());
  failure.error_output = is_told_in_output ? process.output_tail : process.error_tail;
  failure.node = name();
  return failure;
}

void Supervisor::report(MessageLevel level, const char* code, Map arguments) {
  reports_.event(*this, Event{0, -1, make_message(level, code, std::move(arguments), name())});
}

}  // namespace trainyard::agent
