#include "engine/agent/run.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <iostream>

#include "engine/agent/attempt.h"
#include "engine/agent/event_log.h"
#include "engine/agent/fifo.h"
#include "engine/agent/launch_plan.h"
#include "engine/agent/output_files.h"
#include "engine/agent/private_folder.h"
#include "engine/agent/python_files.h"
#include "engine/agent/rendezvous_port.h"
#include "engine/agent/stream_server.h"
#include "engine/agent/supervisor.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;

int refuse(const Error& error) {
  std::cerr << "yard-agent: " << error.message << std::endl;
  return static_cast<int>(error.exit_code);
}

std::string node_name() {
  if (const char* name = std::getenv("SLURMD_NODENAME"); name && *name) return name;
  char name[256] = "localhost";
  ::gethostname(name, sizeof name - 1);
  return name;
}

HeaderEvent header_of(const Attempt& attempt, const Options& options, const std::string& node) {
  HeaderEvent header;
  header.run = attempt.identity.run;
  header.attempt = attempt.number;
  header.nodes = {node};
  header.job_id = options.job_id;
  header.versions = attempt.identity.versions;
  header.git_commit = attempt.identity.git_commit;
  std::erase_if(header.versions, [](const auto& entry) { return entry.first == "yard-agent"; });
  header.versions.emplace_back("yard-agent", TRAINYARD_VERSION);
  return header;
}

Placeholders placeholders_of(const Attempt& attempt, const Options& options, const Environment& environment, int master_port) {
  Placeholders values;
  values.run_dir = attempt.run.root;
  values.checkpoints = attempt.run.checkpoints();
  if (attempt.number > 1)
    if (const auto checkpoint = checkpoint_to_resume(attempt.run.root)) values.resume_from = checkpoint->string();
  values.processes_per_node = processes_on_this_node(options, environment);
  values.master_port = master_port;
  values.array_index = options.array_index;
  return values;
}

std::filesystem::path working_directory_of(const Options& options, const RunFolder& run) {
  std::error_code error;
  if (!options.working_directory.empty()) return std::filesystem::absolute(options.working_directory, error);
  return std::filesystem::is_directory(run.code(), error) ? run.code() : run.root;
}

EndEvent end_before_start(const Error& error, const std::string& node) {
  return EndEvent{Outcome::failed, static_cast<int>(error.exit_code), error.code, error.arguments, error.message + ".", std::nullopt, node};
}

// Everything between the header and the end.
EndEvent run_attempt(const Options& options, const Attempt& attempt, const std::string& node, const PrivateFolder& folder, Fifo& fifo, EventLog& log,
                     OutputFiles& files, StreamServer& server) {
  const Environment environment = own_environment();
  const auto port = reserve_rendezvous_port(requested_master_port(options, environment));
  if (!port) return end_before_start(port.error(), node);
  const Placeholders placeholders = placeholders_of(attempt, options, environment, port->number());
  const LaunchSite site{working_directory_of(options, attempt.run), fifo.path(), folder.path() / "python", attempt.number, allowed_cores()};
  const auto planned = plan_launch(options, placeholders, site, environment);
  if (!planned) return end_before_start(planned.error(), node);
  std::vector<int> ranks;
  for (const PlannedProcess& process : *planned) ranks.push_back(process.rank);
  if (const auto opened = files.open(ranks); !opened) return end_before_start(opened.error(), node);

  Supervisor supervisor({options, attempt, node, site.allowed_cores, [&](const Event& event) { server.show(event); }}, log, files, fifo);
  if (const auto started = supervisor.start(*planned); !started) return end_before_start(started.error(), node);
  return supervisor.run();
}

}  // namespace

int run(const Options& options) {
  if (options.scheduler == SchedulerKind::slurm)
    return refuse({"agent.option", {{"option", "--scheduler"}}, "--scheduler slurm is not available in this version; use --scheduler here", ExitCode::invalid_input});
  ::signal(SIGPIPE, SIG_IGN);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const std::string node = node_name();

  auto folder = PrivateFolder::create();
  if (!folder) return refuse(folder.error());
  auto fifo = Fifo::create(folder->path());
  if (!fifo) return refuse(fifo.error());
  if (const auto written = write_python_files(folder->path() / "python"); !written) return refuse(written.error());
  auto server = StreamServer::listen(options.address, options.port);
  if (!server) return refuse(server.error());
  const auto attempt = claim_attempt(options.run_dir);
  if (!attempt) return refuse(attempt.error());
  auto log = EventLog::create(attempt->folder / "events.jsonl");
  if (!log) return refuse(log.error());

  (*log)->on_written([&] { (*server)->notify(); });
  (*log)->append(Event{0, -1, header_of(*attempt, options, node)});
  const AgentFile agent_file{{(*server)->address()}, (*server)->port(), make_token(), options.job_id, own_identity()};
  (*server)->start({attempt->folder, attempt->number, agent_file.token, attempt->identity.run}, **log);
  OutputFiles files(attempt->folder, node);
  const auto published = write_agent_file(attempt->folder, agent_file);
  const EndEvent end = published ? run_attempt(options, *attempt, node, *folder, *fifo, **log, files, **server) : end_before_start(published.error(), node);

  files.finish(10s);
  const bool is_recorded = (*log)->finish(end, 30s);
  (*server)->finish(2s);
  if (end.outcome != Outcome::completed) std::cerr << "yard-agent: " << end.reason << std::endl;
  if (!is_recorded) {
    std::cerr << "yard-agent: the file system did not take the last events of " << attempt->folder.string() << std::endl;
    ::_exit(end.exit_code);  // a thread still waits for that file system
  }
  return end.exit_code;
}

}  // namespace trainyard::agent
