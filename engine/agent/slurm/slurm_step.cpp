// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/slurm/slurm_step.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "engine/agent/causes/diagnose.h"
#include "engine/agent/processes/line_cutter.h"
#include "engine/contract/messages.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;
using boost::system::error_code;

constexpr std::size_t kept_words_bytes = 32 << 10;
constexpr auto kill_time = 2000ms;  // between SIGTERM and SIGKILL

// Returns what follows "slurmstepd: error: "; a node may be named in the prefix
// ("slurmstepd-gpu4"). Nothing for other lines.
std::string_view behind_prefix(std::string_view line) {
  for (const std::string_view prefix : {"srun: error: ", "yard-agent: "})
    if (line.starts_with(prefix)) return line.substr(prefix.size());
  constexpr std::string_view error = ": error: ";
  const std::size_t at = line.find(error);
  return line.starts_with("slurmstepd") && at != std::string_view::npos && line.find(' ') == at + 1
             ? line.substr(at + error.size())
             : std::string_view();
}

}  // namespace

std::vector<std::string> srun_arguments(const Options& options,
                                        const std::filesystem::path& agent) {
  const std::string nodes = std::to_string(options.nodes);
  std::vector<std::string> arguments = {"srun", "--nodes=" + nodes, "--ntasks=" + nodes,
                                        "--ntasks-per-node=1"};
  if (options.cpus_per_node)
    arguments.push_back("--cpus-per-task=" + std::to_string(*options.cpus_per_node));
  arguments.insert(arguments.end(), {"--export=ALL", "--kill-on-bad-exit=1", "--unbuffered"});
  arguments.insert(arguments.end(), options.node_command.begin(), options.node_command.end());
  arguments.insert(arguments.end(), {agent.string(), "node"});
  return arguments;
}

std::string words_of_slurm(std::string_view said) {
  std::string partial, words;
  int count = 0;
  const auto take = [&](const std::string& line) {
    const std::string text(behind_prefix(line).substr(0, 300));
    if (text.empty() || count == 3 || words.find(text) != std::string::npos) return;
    ++count;
    words += (words.empty() ? "" : "; ") + text;
  };
  cut_lines(partial, said, take);
  if (!partial.empty()) take(partial);
  while (!words.empty() && (words.back() == '.' || words.back() == ' ')) words.pop_back();
  return words;
}

std::optional<Error> agent_loss(std::string_view said) {
  std::string partial, node, program, problem;
  cut_lines(partial, said, [&](const std::string& line) {
    const std::string text(behind_prefix(line));
    constexpr std::string_view call = "execve(): ";
    if (const std::size_t colon = text.rfind(": "); text.starts_with(call) && colon > call.size()) {
      program = text.substr(call.size(), colon - call.size());
      problem = text.substr(colon + 2);
    }
    // "gpu4: task 1: Exited with exit code 2"
    if (const std::size_t task = text.find(": task");
        task != std::string::npos && text.find(": ", task + 2) != std::string::npos && node.empty())
      node = text.substr(0, task);
  });
  if (node.empty()) return std::nullopt;
  if (program.empty())
    return make_error("node.agent_ended", {{"node", node}, {"words", words_of_slurm(said)}});
  if (problem == "No such file or directory")  // the C library's message, which srun passes on
    return make_error("node.base_unseen", {{"node", node}, {"path", program}});
  return make_error("node.base_not_executable",
                    {{"node", node}, {"path", program}, {"problem", problem}});
}

SlurmStep::SlurmStep(boost::asio::io_context& loop, OnOutput on_output, OnExit on_exit)
    : children_(loop, SIGCHLD),
      end_timer_(loop),
      streams_{boost::asio::posix::stream_descriptor(loop),
               boost::asio::posix::stream_descriptor(loop)},
      on_output_(std::move(on_output)),
      on_exit_(std::move(on_exit)) {}

SlurmStep::~SlurmStep() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

Result<void> SlurmStep::start(const ChildCommand& command) {
  const auto child = start_child(command);
  if (!child) return make_error("step.not_started", {{"why", as_argument(child.error())}});
  pid_ = child->pid;
  streams_[0].assign(child->output);
  streams_[1].assign(child->error);
  watch();
  read(OutputKind::output);
  read(OutputKind::error);
  return {};
}

void SlurmStep::watch() {
  children_.async_wait([this](error_code error, int) {
    if (error) return;
    int status = 0;
    if (pid_ > 0 && ::waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = 0;
      end_timer_.cancel();
      for (const OutputKind kind : {OutputKind::output, OutputKind::error}) take(kind);
      on_exit_(exit_code_of(status));
    }
    watch();
  });
}

void SlurmStep::take(OutputKind kind) {
  char buffer[16 << 10];
  while (true) {
    const ssize_t count =
        ::read(streams_[static_cast<int>(kind)].native_handle(), buffer, sizeof buffer);
    if (count <= 0) return;
    const std::string_view bytes(buffer, static_cast<std::size_t>(count));
    if (kind == OutputKind::error) {
      said_ += bytes;
      if (said_.size() > 2 * kept_words_bytes) said_.erase(0, said_.size() - kept_words_bytes);
    }
    on_output_(kind, bytes);
  }
}

void SlurmStep::read(OutputKind kind) {
  streams_[static_cast<int>(kind)].async_wait(boost::asio::posix::descriptor_base::wait_read,
                                              [this, kind](error_code error) {
                                                if (error) return;
                                                take(kind);
                                                if (pid_ > 0) read(kind);
                                              });
}

void SlurmStep::finish(std::chrono::milliseconds timeout) {
  if (pid_ <= 0) return;
  end_timer_.expires_after(timeout);
  end_timer_.async_wait([this](error_code cancelled) {
    if (cancelled || pid_ <= 0) return;
    ::kill(pid_, SIGTERM);
    end_timer_.expires_after(kill_time);
    end_timer_.async_wait([this](error_code stopped) {
      if (!stopped && pid_ > 0) ::kill(pid_, SIGKILL);
    });
  });
}

}  // namespace trainyard::agent
