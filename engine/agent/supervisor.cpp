// One file because these are the parts of one state machine: read together they show what follows on what.
#include "engine/agent/supervisor.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <tuple>

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;
using boost::system::error_code;

constexpr auto gather_time = 20ms;             // readings are gathered, so that chatty programs cost little
constexpr auto sample_interval = 5s;
constexpr int supersede_every_samples = 2;     // 10 s
constexpr auto settle_time = 300ms;            // for ranks that die together
constexpr auto settle_time_for_peers = 2000ms; // when the first to go only lost another
constexpr auto kind_end_time = 3000ms;         // between SIGTERM and SIGKILL at the end
constexpr auto end_step_time = 50ms;
constexpr int max_end_steps = 180;             // 9 s
constexpr double leftover_grace_seconds = 8;   // for the other ranks once one has stopped
constexpr std::size_t error_tail_bytes = 64 << 10;

bool is_shell(const std::string& program) {
  const std::string name = std::filesystem::path(program).filename().string();
  return name == "sh" || name == "bash" || name == "dash" || name == "zsh" || name == "ksh";
}

std::chrono::milliseconds milliseconds(double seconds) { return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)); }

// Gives each line to `on_line`; a carriage return ends one too. Lines beyond 64 KiB are cut.
template <class OnLine>
void cut_lines(std::string& partial, std::string_view bytes, OnLine on_line) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find_first_of("\r\n");
    partial += bytes.substr(0, end);
    if (end == std::string_view::npos) {
      if (partial.size() > error_tail_bytes) partial.clear();
      return;
    }
    if (!partial.empty()) on_line(partial);
    partial.clear();
    bytes.remove_prefix(end + 1);
  }
}

}  // namespace

Supervisor::Supervisor(SupervisorSetting setting, EventLog& log, OutputFiles& files, Fifo& fifo)
    : setting_(std::move(setting)), log_(log), files_(files), fifo_(fifo), signals_(loop_, SIGTERM, SIGUSR1, SIGCHLD),
      fifo_descriptor_(loop_, ::dup(fifo.descriptor())), fifo_timer_(loop_), clock_(loop_), settle_timer_(loop_), grace_timer_(loop_), end_timer_(loop_),
      usage_(::getpid(), setting_.allowed_cores) {
  signals_.add(SIGINT);
  signals_.add(SIGHUP);
  metrics_ = make_metrics_reader(setting_.options.metrics, setting_.attempt.run.checkpoints(), [this](Event event) { take_event(std::move(event)); });
}

Supervisor::~Supervisor() = default;

Result<void> Supervisor::start(const std::vector<PlannedProcess>& planned) {
  kills_before_ = count_memory_kills();
  watch_signals();
  watch_fifo();
  for (const PlannedProcess& plan : planned) {
    const auto child = start_child(plan.command);
    if (!child) {
      signal_descendants(::getpid(), SIGKILL);
      return child.error();
    }
    auto process = std::make_unique<Process>(Process{plan, child->pid, {}, {}, {}, 0, false});
    process->streams[0] = std::make_unique<Stream>(Stream{asio::posix::stream_descriptor(loop_, child->output), {}, true});
    process->streams[1] = std::make_unique<Stream>(Stream{asio::posix::stream_descriptor(loop_, child->error), {}, true});
    processes_.push_back(std::move(process));
    watch_stream(*processes_.back(), OutputKind::output);
    watch_stream(*processes_.back(), OutputKind::error);
  }
  start_device_query();
  watch_clock();
  return {};
}

EndEvent Supervisor::run() {
  loop_.run();
  if (device_query_ > 0) ::kill(device_query_, SIGKILL);
  read_everything();
  if (metrics_) metrics_->finish();
  warn_about_dropped_lines();
  return conclude();
}

void Supervisor::watch_signals() {
  signals_.async_wait([this](error_code error, int signal) {
    if (error) return;
    if (signal == SIGCHLD) reap();
    else request_stop(signal);
    watch_signals();
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
  stream.descriptor.async_wait(asio::posix::descriptor_base::wait_read, [this, &process, kind](error_code error) {
    if (error) return;
    read_fifo();  // what a program sent before it printed comes first
    read_stream(process, kind);
    if (!process.streams[static_cast<int>(kind)]->is_open) return;
    auto pause = std::make_shared<asio::steady_timer>(loop_, gather_time);
    pause->async_wait([this, &process, kind, pause](error_code stopped) {
      if (!stopped) watch_stream(process, kind);
    });
  });
}

void Supervisor::watch_clock() {
  clock_.expires_after(sample_interval);
  clock_.async_wait([this](error_code error) {
    if (error) return;
    sample_usage();
    if (metrics_) metrics_->look_around();
    warn_about_dropped_lines();
    if (++clock_ticks_ % supersede_every_samples == 0) stop_when_superseded();
    watch_clock();
  });
}

void Supervisor::start_device_query() {
  const Environment environment = own_environment();
  if (find_program(device_query_arguments()[0], environment, "/").empty()) return;
  const auto child = start_child({device_query_arguments(), environment, "/", SIGKILL});
  if (!child) return;
  device_query_ = child->pid;
  device_lines_ = std::make_unique<Stream>(Stream{asio::posix::stream_descriptor(loop_, child->output), {}, true});
  ::close(child->error);
  read_devices();
}

void Supervisor::read_devices() {
  device_lines_->descriptor.async_wait(asio::posix::descriptor_base::wait_read, [this](error_code error) {
    char buffer[16 << 10];
    const ssize_t count = error ? 0 : ::read(device_lines_->descriptor.native_handle(), buffer, sizeof buffer);
    if (count <= 0) return;
    cut_lines(device_lines_->partial, {buffer, static_cast<std::size_t>(count)}, [this](const std::string& line) {
      const auto device = parse_device_line(line);
      if (!device) return;
      const auto known = std::find_if(devices_.begin(), devices_.end(), [&](const DeviceSample& each) { return each.index == device->index; });
      if (known == devices_.end()) devices_.push_back(*device);
      else *known = *device;
    });
    read_devices();
  });
}

void Supervisor::read_fifo() {
  fifo_.drain([this](Event event) {
    if (metrics_) metrics_->event_seen(event);
    if (const auto* message = std::get_if<MessageEvent>(&event.body)) {
      auto& own = std::get<MessageEvent>(event.body);
      if (own.node.empty()) own.node = setting_.node;
      if (message->level == MessageLevel::error && errors_.size() < 1000) errors_.push_back(*message);
    }
    take_event(std::move(event));
  });
}

void Supervisor::read_stream(Process& process, OutputKind kind) {
  Stream& stream = *process.streams[static_cast<int>(kind)];
  char buffer[64 << 10];
  for (int reads = 0; stream.is_open && reads < 64; ++reads) {
    const ssize_t count = ::read(stream.descriptor.native_handle(), buffer, sizeof buffer);
    if (count > 0) take_output(process, kind, {buffer, static_cast<std::size_t>(count)});
    else if (count == 0) stream.is_open = false;
    else return;
  }
}

void Supervisor::read_everything() {
  read_fifo();
  for (const auto& process : processes_)
    for (const OutputKind kind : {OutputKind::output, OutputKind::error}) read_stream(*process, kind);
  read_fifo();
}

void Supervisor::take_output(Process& process, OutputKind kind, std::string_view bytes) {
  files_.write(process.plan.rank, kind, bytes);
  if (kind == OutputKind::error) {
    process.error_tail += bytes;
    if (process.error_tail.size() > 2 * error_tail_bytes) process.error_tail.erase(0, process.error_tail.size() - error_tail_bytes);
  }
  if (!metrics_) return;
  cut_lines(process.streams[static_cast<int>(kind)]->partial, bytes, [&](const std::string& line) {
    if (kind == OutputKind::output) metrics_->output_line(line);
    else metrics_->error_line(line);
  });
}

void Supervisor::take_event(Event event) {
  event.time = unix_time();
  if (setting_.on_event) setting_.on_event(event);
  const auto* metrics = std::get_if<MetricsEvent>(&event.body);
  std::string non_finite;
  if (metrics && setting_.options.workload == WorkloadKind::command && has_finite_metrics_)
    for (const auto& [name, value] : metrics->values)
      if (name.ends_with("loss") && !std::isfinite(value)) non_finite = name;
  const std::string when = metrics && metrics->step ? " at step " + std::to_string(*metrics->step) : "";
  log_.append(std::move(event));
  if (non_finite.empty()) return;
  has_finite_metrics_ = false;
  say(MessageLevel::warning, "metrics.non_finite", {{"name", non_finite}},
      non_finite + " is no longer finite" + when + "; lower the learning rate, or use bf16 instead of fp16");
}

void Supervisor::warn_about_dropped_lines() {
  const std::uint64_t now = fifo_.dropped();
  if (now == reported_drops_) return;
  say(MessageLevel::warning, "events.bad_lines", {{"count", static_cast<std::int64_t>(now)}},
      "Skipped so far in TRAINYARD_EVENTS: " + std::to_string(now) + " lines that were no events, of a kind that programs may not send, or over 4096 bytes");
  reported_drops_ = now;
}

void Supervisor::sample_usage() {
  SystemEvent event = usage_.sample(spared());
  event.node = setting_.node;
  event.devices = devices_;
  take_event(Event{0, -1, std::move(event)});
}

std::vector<pid_t> Supervisor::spared() const { return device_query_ > 0 ? std::vector<pid_t>{device_query_} : std::vector<pid_t>{}; }

void Supervisor::reap() {
  // As a subreaper the agent inherits orphans too; they are only taken off the process table.
  for (int status = 0; true;) {
    const pid_t pid = ::waitpid(-1, &status, WNOHANG);
    if (pid <= 0) break;
    if (pid == device_query_) device_query_ = 0;
    for (const auto& process : processes_)
      if (process->pid == pid && !process->wait_status) {
        process->wait_status = status;
        process->order_of_exit = ++exits_;
        process->is_ended_by_agent = state_ == State::ending;
      }
  }
  read_everything();
  consider();
}

void Supervisor::request_stop(int signal) {
  if (stop_ && signal == SIGINT) return end_all_processes();
  if (stop_ || state_ != State::running) return;
  std::error_code error;
  stop_ = StopRequest{unix_time(), signal, std::filesystem::exists(setting_.attempt.run.cancel(), error), false, setting_.options.end_time,
                      setting_.options.signal_before_end_seconds, false, setting_.options.stop_grace_seconds};
  say(MessageLevel::info, "stop.requested", {{"signal", signal_name(signal)}}, "Asked to stop by " + signal_name(signal) + "; the ranks are told");
  send_stop_signal();
  grace_timer_.expires_after(milliseconds(setting_.options.stop_grace_seconds));
  grace_timer_.async_wait([this](error_code cancelled) {
    if (cancelled) return;
    stop_->was_killed = true;
    end_all_processes();
  });
}

// A launcher is not told: its children, the ranks, are, with whatever signal they expect. A shell waits for its child
// before it acts, so the child is told too.
void Supervisor::send_stop_signal() {
  const bool is_engine = setting_.options.workload == WorkloadKind::engine;
  const int signal = is_engine ? SIGTERM : setting_.options.stop_signal;
  for (const auto& process : processes_) {
    if (process->wait_status) continue;
    const bool tells_children = process->plan.is_launcher || is_shell(process->plan.command.arguments[0]);
    int told = 0;
    if (tells_children)
      for (const ProcessEntry& entry : descendants(::getpid()))
        if (entry.parent == process->pid) told += ::kill(entry.pid, signal) == 0;
    if (!process->plan.is_launcher || told == 0) ::kill(process->pid, signal);
  }
}

void Supervisor::stop_when_superseded() {
  if (state_ != State::running || !is_superseded(setting_.attempt.run, setting_.attempt.number)) return;
  if (!stop_) request_stop(SIGTERM);
  if (!stop_ || stop_->is_superseded) return;
  stop_->is_superseded = true;
  const double seconds = std::min(20.0, setting_.options.stop_grace_seconds);
  grace_timer_.expires_after(milliseconds(seconds));
  grace_timer_.async_wait([this](error_code cancelled) {
    if (!cancelled) end_all_processes();
  });
}

const Supervisor::Process* Supervisor::first_failure() const {
  // The agent's own kills are no cause; and who only lost another is one when there is nothing else.
  using Place = std::tuple<bool, bool, int>;
  const Process* first = nullptr;
  Place first_place;
  for (const auto& process : processes_) {
    if (!process->wait_status || *process->wait_status == 0) continue;
    const Place place{process->is_ended_by_agent, is_loss_of_peers(failure_of(*process)), process->order_of_exit};
    if (first && first_place < place) continue;
    first = process.get();
    first_place = place;
  }
  return first;
}

void Supervisor::consider() {
  if (state_ == State::ending) return;
  const bool all_gone = std::all_of(processes_.begin(), processes_.end(), [](const auto& process) { return process->wait_status.has_value(); });
  if (all_gone) return end_all_processes();
  if (exits_ == 0) return;
  if (stop_) {
    const auto left = std::chrono::steady_clock::now() + milliseconds(leftover_grace_seconds);
    if (grace_timer_.expiry() <= left || exits_ > 1) return;
    grace_timer_.expires_at(left);
    grace_timer_.async_wait([this](error_code cancelled) {
      if (!cancelled) end_all_processes();
    });
    return;
  }
  const Process* failed = first_failure();
  if (!failed || state_ == State::settling) return;
  state_ = State::settling;
  settle_timer_.expires_after(is_loss_of_peers(failure_of(*failed)) ? settle_time_for_peers : settle_time);
  settle_timer_.async_wait([this](error_code cancelled) {
    if (!cancelled) end_all_processes();
  });
}

void Supervisor::end_all_processes() {
  if (state_ == State::ending) return;
  state_ = State::ending;
  settle_timer_.cancel();
  grace_timer_.cancel();
  end_step(0);
}

// Engine ranks have nothing to tidy up: what they write is whole or not there. Others get a moment.
void Supervisor::end_step(int tries) {
  const bool is_kind = setting_.options.workload == WorkloadKind::command && tries * end_step_time < kind_end_time;
  const bool is_signal_due = !is_kind || tries == 0;
  const int left = signal_descendants(::getpid(), is_signal_due ? (is_kind ? SIGTERM : SIGKILL) : 0, spared());
  if (left == 0 || tries >= max_end_steps) return loop_.stop();
  end_timer_.expires_after(end_step_time);
  end_timer_.async_wait([this, tries](error_code cancelled) {
    if (!cancelled) end_step(tries + 1);
  });
}

Failure Supervisor::failure_of(const Process& process) const {
  Failure failure;
  if (!process.plan.is_launcher) failure.rank = process.plan.rank;
  failure.program = process.plan.is_launcher ? (setting_.options.launcher == LauncherKind::torchrun ? "torchrun" : setting_.options.launcher == LauncherKind::accelerate ? "accelerate" : "deepspeed")
                                             : std::filesystem::path(setting_.options.command[0]).filename().string();
  failure.wait_status = process.wait_status.value_or(0);
  const MemoryKills now = count_memory_kills();
  failure.memory_kills = {now.in_group - kills_before_.in_group, now.on_machine - kills_before_.on_machine};
  for (const MessageEvent& error : errors_)
    if (process.plan.is_launcher || processes_.size() == 1 || error.rank == process.plan.rank) failure.errors.push_back(error);
  failure.error_output = process.error_tail;
  failure.node = setting_.node;
  return failure;
}

EndEvent Supervisor::conclude() const {
  const Process* failed = first_failure();
  if (stop_) {
    std::error_code error;
    StopRequest stop = *stop_;
    stop.is_cancelled = stop.is_cancelled || std::filesystem::exists(setting_.attempt.run.cancel(), error);
    const int exit_code = failed ? exit_code_of(*failed->wait_status) : 0;
    const bool is_engine = setting_.options.workload == WorkloadKind::engine;
    const bool has_finished_first = is_engine && !failed && !stop.was_killed;
    if (!has_finished_first) {
      EndEvent end = end_of_stop(stop, exit_code, setting_.node);
      if (is_engine && failed && exit_code < 64) end.reason += " While stopping: " + diagnose(failure_of(*failed)).reason;
      return end;
    }
  }
  if (failed) return diagnose(failure_of(*failed));
  return EndEvent{Outcome::completed, 0, "completed", {}, "Completed.", std::nullopt, setting_.node};
}

void Supervisor::say(MessageLevel level, const char* code, Map arguments, std::string text) {
  take_event(Event{0, -1, MessageEvent{level, code, std::move(arguments), std::move(text), std::nullopt, setting_.node}});
}

}  // namespace trainyard::agent
