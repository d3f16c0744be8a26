// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/run.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iostream>

#include "engine/agent/job/attempt.h"
#include "engine/agent/job/job_scheduler.h"
#include "engine/agent/coordinator/coordinator.h"
#include "engine/agent/stream/event_log.h"
#include "engine/agent/processes/fifo.h"
#include "engine/agent/ranks/launch_plan.h"
#include "engine/agent/output/output_files.h"
#include "engine/agent/slurm/file_pattern.h"
#include "engine/agent/sampling/job_sampler.h"
#include "engine/agent/processes/private_folder.h"
#include "engine/agent/processes/process_table.h"
#include "engine/agent/output/python_files.h"
#include "engine/agent/ranks/rendezvous_port.h"
#include "engine/agent/coordinator/requeue.h"
#include "engine/agent/nodes/run_on_nodes.h"
#include "engine/agent/stream/stream_server.h"
#include "engine/agent/coordinator/superseded_watch.h"
#include "engine/agent/ranks/supervisor.h"
#include "engine/agent/trackers/tracker_files.h"
#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "engine/system/node_name.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;

int refuse(const Error& error) {
  std::cerr << "yard-agent: " << error.message << std::endl;
  return static_cast<int>(error.exit_code);
}

// What the ranks of this process need on the local disk; absent for a coordinator without ranks.
struct LocalSite {
  std::optional<PrivateFolder> folder;
  std::optional<Fifo> fifo;

  Result<void> make() {
    TRY(auto made, PrivateFolder::create());
    folder.emplace(std::move(made));
    TRY(auto pipe, Fifo::create(folder->path()));
    fifo.emplace(std::move(pipe));
    return write_python_files(folder->path() / "python");
  }
};

Placeholders placeholders_of(const Attempt& attempt, const Options& options,
                             const Environment& environment, int master_port) {
  Placeholders values;
  values.run_dir = attempt.run.root;
  values.checkpoints = attempt.run.checkpoints();
  if (attempt.number > 1)
    if (const auto checkpoint = checkpoint_to_resume(attempt.run.root))
      values.resume_from = checkpoint->string();
  values.nodes = options.nodes;
  values.processes_per_node = processes_on_this_node(options, environment);
  if (options.nodes > 1) values.master_addr = options.address;
  values.master_port = master_port;
  values.array_index = options.array_index;
  return values;
}

NodeTask task_of(const Attempt& attempt, const Options& options, const Placeholders& values) {
  NodeTask task;
  task.arguments = options.arguments;
  task.run_dir = attempt.run.root.string();
  task.resume_from = values.resume_from;
  task.master_addr = values.master_addr;
  task.attempt = attempt.number;
  task.processes_per_node = values.processes_per_node;
  task.master_port = values.master_port;
  return task;
}

// Everything between claiming the folder and the end. One loop, whether the ranks belong to this
// process or to others.
class RunOfAttempt {
 public:
  RunOfAttempt(const Options& options, const Attempt& attempt, LocalSite& local, OutputFiles& files,
               std::function<void(Event)> on_event)
      : options_(options),
        attempt_(attempt),
        local_(local),
        files_(files),
        coordinator_(
            loop_,
            {options, attempt, options.node_name, std::move(on_event), [this] { over(); },
             is_script() ? [this](int signal) { pass_on(signal); } : std::function<void(int)>()},
            files) {}

  EndEvent run(const Result<void>& beginning) {
    boost::asio::post(loop_, [&] {
      if (!beginning)
        coordinator_.fail(beginning.error(), options_.node_name);
      else
        begin();
      if (options_.trackers_offline)
        coordinator_.report(MessageLevel::info, "trackers.offline", {}, options_.node_name);
    });
    const SupersededWatch watch(attempt_.run, attempt_.number, [this] {
      boost::asio::post(loop_, [this] { coordinator_.supersede(); });
    });
    loop_.run();
    const EndEvent end = coordinator_.conclude();
    return nodes_ ? nodes_->with_its_messages(end) : end;
  }

  Coordinator& coordinator() { return coordinator_; }
  // The script's status as returned by waitpid(); nothing if it is not a script, or never started.
  std::optional<int> script_status() const {
    return is_script() && supervisor_ ? supervisor_->script_status() : std::nullopt;
  }

 private:
  bool is_script() const { return options_.workload == Workload::script; }

  // The script is this process's child even in a job of several nodes: it starts its own steps.
  void begin_script(const Environment& environment) {
    Placeholders values;
    values.run_dir = attempt_.run.root;
    values.checkpoints = attempt_.run.checkpoints();
    if (const auto opened = files_.open(options_.node_name, {0}); !opened)
      return coordinator_.fail(opened.error(), options_.node_name);
    const LaunchSite site{working_directory_of(options_, attempt_.run), local_.fifo->path(),
                          local_.folder->path() / "python", attempt_.number, allowed_cores()};
    if (!options_.output_file.empty()) copy_output(environment, site.working_directory);
    supervisor_.emplace(loop_, options_, NodePlan{options_.node_name, values, site}, *local_.fifo,
                        coordinator_);
    coordinator_.add(*supervisor_);
    if (options_.scheduler && options_.scheduler->beside_steps) sample_nodes();
  }

  void copy_output(const Environment& environment, const std::filesystem::path& folder) {
    const auto output = file_of_pattern(options_.output_file, environment, folder);
    const auto error = options_.error_file.empty()
                           ? output
                           : file_of_pattern(options_.error_file, environment, folder);
    if (const auto copied = files_.copy_to(output, error, options_.is_output_appended); !copied)
      coordinator_.report(MessageLevel::warning, copied.error().code, copied.error().arguments,
                          options_.node_name);
  }

  void sample_nodes() {
    sampler_.emplace(
        loop_, options_,
        [this](SystemEvent event) {
          supervisor_->leave_sampling();
          coordinator_.event(*supervisor_, Event{0, -1, std::move(event)});
        },
        [this](const std::string& why) {
          if (options_.sampled_nodes > 1 && !coordinator_.is_over())
            coordinator_.report(MessageLevel::info, "sampling.first_node", {{"why", why}},
                                options_.node_name);
        });
    sampler_->start();
  }

  // Outside of a job, a script is stopped by SIGTERM. In a job the scheduler may do this: it
  // signals all processes, and kills the remaining ones; a signal to this process alone is left to
  // the script to interpret.
  void pass_on(int signal) {
    const bool is_for_all = options_.scheduler && options_.scheduler->signals_every_process;
    if (!is_for_all && signal == SIGTERM) return coordinator_.request_stop(signal);
    if (!supervisor_) return coordinator_.request_stop(signal);
    supervisor_->pass_on(signal, [this, signal](bool was_for_all) {
      if (was_for_all && (signal == SIGTERM || signal == SIGINT)) coordinator_.request_stop(signal);
    });
  }

  void begin() {
    const Environment environment = own_environment();
    if (is_script()) return begin_script(environment);
    auto port = reserve_rendezvous_port(requested_master_port(options_, environment));
    if (!port) return coordinator_.fail(port.error(), options_.node_name);
    port_.emplace(std::move(*port));
    const Placeholders values = placeholders_of(attempt_, options_, environment, port_->number());
    if (const auto opened = files_.open(options_.node_name, {}); !opened)
      return coordinator_.fail(opened.error(), options_.node_name);
    if (options_.scheduler) {
      if (!options_.scheduler->warns_before_end) warn_before_end();
      nodes_.emplace(loop_, options_, task_of(attempt_, options_, values), coordinator_, files_);
      return nodes_->start();
    }
    if (const auto opened =
            files_.open(options_.node_name, ranks_of_node(options_, values.processes_per_node, 0));
        !opened)
      return coordinator_.fail(opened.error(), options_.node_name);
    const LaunchSite site{working_directory_of(options_, attempt_.run), local_.fifo->path(),
                          local_.folder->path() / "python", attempt_.number, allowed_cores()};
    supervisor_.emplace(loop_, options_, NodePlan{options_.node_name, values, site}, *local_.fifo,
                        coordinator_);
    coordinator_.add(*supervisor_);
  }

  // As a scheduler that knows of it would do: the run saves before the limit.
  void warn_before_end() {
    if (!options_.end_time || options_.signal_before_end_seconds <= 0) return;
    const double seconds = *options_.end_time - options_.signal_before_end_seconds - unix_time();
    warning_.expires_after(std::chrono::milliseconds(std::llround(std::max(seconds, 0.0) * 1e3)));
    warning_.async_wait([this](boost::system::error_code cancelled) {
      if (!cancelled && !coordinator_.is_over()) coordinator_.request_stop(SIGUSR1);
    });
  }

  void over() {
    warning_.cancel();
    if (sampler_) sampler_->cancel();
    if (nodes_)
      nodes_->finish([this] { loop_.stop(); });
    else
      loop_.stop();
  }

  const Options& options_;
  const Attempt& attempt_;
  LocalSite& local_;
  OutputFiles& files_;
  boost::asio::io_context loop_;
  Coordinator coordinator_;
  std::optional<RendezvousPort> port_;
  std::optional<Supervisor> supervisor_;
  std::optional<RunOnNodes> nodes_;
  boost::asio::steady_timer warning_{loop_};
  std::optional<JobSampler> sampler_;
};

// Ends this process like the script ended, which is what the scheduler records for the job.
int end_like(int status) {
  if (!WIFSIGNALED(status)) return WEXITSTATUS(status);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::signal(WTERMSIG(status), SIG_DFL);
  ::raise(WTERMSIG(status));
  return 128 + WTERMSIG(status);
}

// A thread is still waiting for the file system of the attempt's events.
[[noreturn]] void end_unrecorded(const Attempt& attempt, const EndEvent& end) {
  refuse(make_error("events.end_not_written", {{"folder", attempt.folder.string()}}));
  ::_exit(end.exit_code);
}

// From the first event to the last; returns the exit code.
int run_attempt(const Options& options, const Attempt& attempt, LocalSite& local,
                StreamServer& server, EventLog& log) {
  log.on_written([&] { server.notify(); });
  const AgentFile agent_file{
      {server.address()}, server.port(), make_token(), options.job_id, own_identity()};
  server.start({attempt.folder, attempt.number, agent_file.token, attempt.identity.run}, log);
  OutputFiles files(attempt.folder);
  TrackerFiles tracker_files(options.trackers, attempt);
  const auto publish = [&](Event event) {
    server.show(event);
    log.append(std::move(event));
  };
  const auto publish_warning = [&] {
    if (auto warning = tracker_files.take_warning()) {
      warning->node = options.node_name;
      publish(Event{unix_time(), -1, *std::move(warning)});
    }
  };
  RunOfAttempt whole(options, attempt, local, files, [&](Event event) {
    tracker_files.take(event);
    publish(std::move(event));
    publish_warning();
  });
  const EndEvent end = whole.run(write_agent_file(attempt.folder, agent_file));
  signal_descendants(::getpid(), SIGKILL);
  const RestartDecision restart = decide_restart(options, attempt, end);
  Coordinator& coordinator = whole.coordinator();
  if (const auto& message = restart.message)
    coordinator.report(message->level, message->code, message->arguments, options.node_name);
  files.finish(10s);
  if (const auto missing = static_cast<std::int64_t>(files.dropped_bytes()); missing > 0)
    coordinator.report(MessageLevel::warning, "output.dropped", {{"bytes", missing}},
                       options.node_name);
  tracker_files.finish(end, 5s);
  publish_warning();
  const bool is_recorded = log.finish(end, 30s);
  server.finish(2s);
  if (end.outcome != Outcome::completed) std::cerr << "yard-agent: " << end.reason << std::endl;
  if (restart.is_wanted) requeue(*options.scheduler, options.job_id);
  if (!is_recorded) end_unrecorded(attempt, end);
  const auto status = whole.script_status();
  return status ? end_like(*status) : end.exit_code;
}

}  // namespace

int run(const Options& given) {
  Options options = given;
  if (options.node_name.empty()) options.node_name = own_node_name();
  const bool is_job = options.scheduler != nullptr;
  const bool is_script = options.workload == Workload::script;
  ::signal(SIGPIPE, SIG_IGN);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);

  if (is_job && is_completed_by(RunFolder{options.run_dir}, options.job_id)) {
    return refuse(make_error("agent.completed_already", {{"job", options.job_id}}));
  }
  LocalSite local;
  if (!is_job || is_script)
    if (const auto made = local.make(); !made) return refuse(made.error());
  auto server = StreamServer::listen(options.address, options.port);
  if (!server) return refuse(server.error());
  const auto attempt =
      claim_attempt(options.run_dir, is_job ? EarlierAgent::is_superseded : EarlierAgent::refuses);
  if (!attempt) return refuse(attempt.error());
  auto log = EventLog::create(attempt->folder / "events.jsonl");
  if (!log) return refuse(log.error());

  return run_attempt(options, *attempt, local, **server, **log);
}

}  // namespace trainyard::agent
