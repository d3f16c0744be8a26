// SPDX-License-Identifier: GPL-3.0-or-later
// One file because the life of the processes of a node, from their start to their reports, is one
// object's.
#include "engine/agent/ranks/supervisor.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <utility>

#include "engine/agent/causes/error_output.h"
#include "engine/agent/job/job_scheduler.h"
#include "engine/agent/job/message_events.h"
#include "engine/agent/processes/line_cutter.h"
#include "engine/agent/sampling/job_processes.h"
#include "engine/agent/output/traceback_at_end.h"
#include "engine/agent/trackers/written_names.h"
#include "engine/system/unix_time.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;
using boost::system::error_code;

constexpr auto gather_time = 20ms;  // reads are delayed and combined, so that programs with much
                                    // output cost little
constexpr auto sample_interval = 5s;
constexpr auto bar_time = 300ms;        // between a printed loss and the progress bar after it
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

// What only the first process of the run prints is read where that process is.
MetricsReading readable(const Options& options, int node_rank) {
  MetricsReading reading = options.metrics;
  if (node_rank > 0 && reads_one_process(reading)) reading.kind = ScriptMetrics::none;
  return reading;
}

}  // namespace

Supervisor::Supervisor(asio::io_context& loop, const Options& options, NodePlan plan, Fifo& fifo,
                       NodeReports& reports)
    : loop_(loop),
      options_(options),
      plan_(std::move(plan)),
      fifo_(fifo),
      reports_(reports),
      children_(loop, SIGCHLD),
      fifo_descriptor_(loop, ::dup(fifo.descriptor())),
      fifo_timer_(loop),
      clock_(loop),
      end_timer_(loop),
      bar_timer_(loop),
      device_query_(loop),
      usage_([] { return descendants(::getpid()); }, plan_.site.allowed_cores) {
  metrics_ = make_metrics_reader(
      readable(options_, node_rank()), plan_.placeholders.checkpoints,
      [this](Event event) { take_curves(std::move(event), PointSource::printed); });
}

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
  watch_fifo();
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
  device_query_.start();
  watch_clock();
}

void Supervisor::watch_children() {
  children_.async_wait([this](error_code error, int) {
    if (error) return;
    reap();
    watch_children();
  });
}

void Supervisor::watch_fifo() {
  fifo_descriptor_.async_wait(asio::posix::descriptor_base::wait_read, [this](error_code error) {
    if (error) return;
    read_fifo();
    fifo_timer_.expires_after(gather_time);
    fifo_timer_.async_wait([this](error_code stopped) {
      if (!stopped) watch_fifo();
    });
  });
}

void Supervisor::watch_stream(Process& process, OutputKind kind) {
  Stream& stream = *process.streams[static_cast<int>(kind)];
  stream.descriptor.async_wait(
      asio::posix::descriptor_base::wait_read, [this, &process, kind](error_code error) {
        if (error) return;
        read_fifo();  // events that a program sent before it printed come first
        read_stream(process, kind);
        if (!process.streams[static_cast<int>(kind)]->is_open) return;
        auto pause = std::make_shared<asio::steady_timer>(loop_, gather_time);
        pause->async_wait([this, &process, kind, pause](error_code stopped) {
          if (!stopped) watch_stream(process, kind);
        });
      });
}

// Where lines are read without being asked for, so are the files of trackers.
void Supervisor::watch_trackers() {
  if (options_.metrics.kind != ScriptMetrics::automatic) return;
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
  trackers_ = std::make_unique<TrackerWatch>(loop_, std::move(job), [this](Event event) {
    take_curves(std::move(event), PointSource::tracker);
  });
  trackers_->start();
}

void Supervisor::watch_clock() {
  clock_.expires_after(sample_interval);
  clock_.async_wait([this](error_code error) {
    if (error) return;
    sample_usage();
    if (metrics_) metrics_->look_around();
    warn_about_dropped_lines();
    watch_clock();
  });
}

void Supervisor::read_fifo() {
  fifo_.drain([this](Event event) {
    if (metrics_) metrics_->event_seen(event);
    if (const auto* message = std::get_if<MessageEvent>(&event.body)) {
      auto& own = std::get<MessageEvent>(event.body);
      own.node = name();  // the program may use its host's name, which may differ
      if (message->level == MessageLevel::error && errors_.size() < 1000)
        errors_.push_back(*message);
    }
    take_curves(std::move(event), PointSource::sent);
  });
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
  read_fifo();
  for (const auto& process : processes_)
    for (const OutputKind kind : {OutputKind::output, OutputKind::error})
      read_stream(*process, kind);
  read_fifo();
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
  if (!metrics_) return;
  // Processes of one program print the same.
  const bool is_of_one =
      options_.metrics.kind == ScriptMetrics::automatic || !options_.metrics.pattern.empty();
  if (is_of_one && &process != processes_.front().get()) return;
  Stream& stream = *process.streams[static_cast<int>(kind)];
  const std::uint64_t cut = cut_lines(stream.partial, stream.is_cutting, bytes,
                                      [&](const std::string& line) { take_line(kind, line); });
  if (kind == OutputKind::output) long_lines_ += cut;
  wait_for_bar();
}

void Supervisor::take_line(OutputKind kind, const std::string& line) {
  if (reads_one_process(options_.metrics) && !admit_line()) return;
  if (kind == OutputKind::output)
    metrics_->output_line(line);
  else
    metrics_->error_line(line);
}

bool Supervisor::admit_line() {
  return line_budget_.admit(unix_time(), [this] { take_event(Event{0, -1, thinned_message()}); });
}

// The last line of a stream may have no end.
void Supervisor::finish_metrics() {
  if (!metrics_) return;
  for (const auto& process : processes_)
    for (const OutputKind kind : {OutputKind::output, OutputKind::error}) {
      Stream& stream = *process->streams[static_cast<int>(kind)];
      if (!stream.is_cutting && !stream.partial.empty()) take_line(kind, stream.partial);
      stream.partial.clear();
    }
  metrics_->finish();
}

// A printed point waits a moment for the bar that is redrawn after it, but not longer.
void Supervisor::wait_for_bar() {
  const std::int64_t point = metrics_->waiting();
  if (point == 0 || point == awaited_point_) return;
  awaited_point_ = point;
  bar_timer_.expires_after(bar_time);
  bar_timer_.async_wait([this](error_code cancelled) {
    if (!cancelled) metrics_->give_up_waiting();
  });
}

void Supervisor::take_curves(Event event, PointSource source) {
  if (!precedence_.admit(event, source)) return;
  if (source == PointSource::tracker && metrics_ &&
      std::holds_alternative<MetricsEvent>(event.body))
    metrics_->tracker_seen();
  take_event(std::move(event));
}

void Supervisor::take_event(Event event) {
  const auto* metrics = std::get_if<MetricsEvent>(&event.body);
  std::string non_finite;
  if (metrics && options_.workload != Workload::engine && has_finite_metrics_)
    for (const auto& [name, value] : metrics->values)
      if (name.ends_with("loss") && !std::isfinite(value)) non_finite = name;
  std::optional<std::int64_t> step;
  if (metrics) step = metrics->step;
  reports_.event(*this, std::move(event));
  if (non_finite.empty()) return;
  has_finite_metrics_ = false;
  if (step)
    report(MessageLevel::warning, "metrics.non_finite_at", {{"name", non_finite}, {"step", *step}});
  else
    report(MessageLevel::warning, "metrics.non_finite", {{"name", non_finite}});
}

void Supervisor::warn_about_dropped_lines() {
  if (const std::uint64_t now = fifo_.dropped(); now != reported_drops_)
    report(MessageLevel::warning, "events.bad_lines",
           {{"count", static_cast<std::int64_t>(reported_drops_ = now)}});
  if (long_lines_ != reported_long_lines_)
    report(MessageLevel::warning, "metrics.long_lines",
           {{"count", static_cast<std::int64_t>(reported_long_lines_ = long_lines_)},
            {"limit", static_cast<std::int64_t>(max_printed_line_bytes)}});
}

void Supervisor::sample_usage() {
  if (!is_sampling_) return;
  SystemEvent event = usage_.sample(device_query_.processes());
  event.node = name();
  event.devices = device_query_.devices();
  take_event(Event{0, -1, std::move(event)});
}

void Supervisor::reap() {
  // As a subreaper this process also inherits orphans; they are only reaped.
  std::vector<Process*> ended;
  for (int status = 0; true;) {
    const pid_t pid = ::waitpid(-1, &status, WNOHANG);
    if (pid <= 0) break;
    device_query_.reaped(pid);
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
  // The scheduler has told every process of the job.
  if (is_signalled_with_us()) return;
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
                                      device_query_.processes());
  if (left == 0 || tries >= max_end_steps) return finish();
  end_timer_.expires_after(end_step_time);
  end_timer_.async_wait([this, tries](error_code cancelled) {
    if (!cancelled) end_step(tries + 1);
  });
}

void Supervisor::finish() {
  clock_.cancel();
  reap();
  bar_timer_.cancel();
  if (trackers_) return trackers_->finish([this] { finish_reports(); });
  finish_reports();
}

void Supervisor::finish_reports() {
  finish_metrics();
  warn_about_dropped_lines();
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
  take_event(Event{0, -1, make_message(level, code, std::move(arguments), name())});
}

}  // namespace trainyard::agent
