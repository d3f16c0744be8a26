// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/ranks/preflight.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "engine/agent/causes/diagnose.h"
#include "engine/agent/causes/error_output.h"
#include "engine/agent/job/message_events.h"
#include "engine/agent/ranks/launch_plan.h"
#include "engine/contract/json.h"
#include "engine/system/allowed_cores.h"

namespace trainyard::agent {
namespace {

Error finding(const char* code, const std::string& node, Map arguments,
              ExitCode exit_code = ExitCode::environment) {
  arguments.emplace_back("node", node);
  return make_error(code, std::move(arguments), exit_code);
}

// A finding of the engine, with its own code, arguments and text.
Error finding_of_engine(const std::string& node, const Map& diagnostic, ExitCode exit_code) {
  const std::string path = get<std::string>(diagnostic, "path");
  Map arguments{{"why", Map{{"code", get<std::string>(diagnostic, "code")},
                            {"arguments", get<Map>(diagnostic, "arguments")},
                            {"text", get<std::string>(diagnostic, "text")}}}};
  if (path.empty()) return finding("preflight.found", node, std::move(arguments), exit_code);
  arguments.emplace_back("path", path);
  return finding("preflight.found_at", node, std::move(arguments), exit_code);
}

// Returns an empty text, or why it failed.
std::string try_to_write(const std::filesystem::path& folder, const std::string& node) {
  const std::string path = folder / ("." + node + "-" + std::to_string(::getpid()) + ".tmp");
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return std::strerror(errno);
  const bool is_written = ::write(fd, "x", 1) == 1 && ::fsync(fd) == 0;
  const std::string problem = is_written ? "" : std::strerror(errno);
  ::close(fd);
  ::unlink(path.c_str());
  return problem;
}

}  // namespace

int visible_gpus(const Environment& environment) {
  if (const auto visible = environment.find("CUDA_VISIBLE_DEVICES"); visible != environment.end()) {
    if (visible->second.empty() || visible->second == "-1" || visible->second == "NoDevFiles")
      return 0;
    return 1 + static_cast<int>(std::count(visible->second.begin(), visible->second.end(), ','));
  }
  return gpu_files("/dev");
}

// A container may show the third one alone.
int gpu_files(const std::filesystem::path& folder) {
  int count = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename();
    constexpr std::string_view prefix = "nvidia";
    if (name.starts_with(prefix) && name.size() > prefix.size() &&
        name.find_first_not_of("0123456789", prefix.size()) == std::string::npos)
      ++count;
  }
  return count;
}

bool has_mig_slices(const Environment& environment) {
  const auto visible = environment.find("CUDA_VISIBLE_DEVICES");
  return visible != environment.end() && visible->second.find("MIG-") != std::string::npos;
}

std::vector<Error> check_node(const Options& options, const std::string& node,
                              const std::filesystem::path& attempt_folder,
                              const std::filesystem::path& working_directory,
                              const Environment& environment) {
  std::vector<Error> found;
  std::error_code error;
  for (const std::filesystem::path& folder : {attempt_folder, working_directory})
    if (!std::filesystem::is_directory(folder, error))
      found.push_back(finding("preflight.folder_missing", node, {{"folder", folder.string()}}));
  if (found.empty())
    if (const std::string problem = try_to_write(attempt_folder, node); !problem.empty())
      found.push_back(finding("preflight.folder_not_writable", node,
                              {{"folder", attempt_folder.string()}, {"problem", problem}}));
  if (const int gpus = visible_gpus(environment); gpus < options.gpus_per_node)
    found.push_back(
        finding("preflight.gpus", node, {{"wanted", options.gpus_per_node}, {"found", gpus}}));
  if (options.workload != Workload::engine || options.gpus_per_node == 0) return found;
  const int processes = processes_on_this_node(options, environment);
  if (processes > 1 && has_mig_slices(environment))
    found.push_back(finding("preflight.mig", node, {{"processes", processes}}));
  if (const int cores = allowed_cores(); cores < processes)
    found.push_back(finding("preflight.cores", node, {{"cores", cores}, {"processes", processes}}));
  return found;
}

ChildCommand engine_preflight(const Options& options, const Environment& environment,
                              const std::filesystem::path& run_dir,
                              const std::filesystem::path& working_directory) {
  return {{options.command[0], "preflight", (run_dir / "resolved.yaml").string(), "--json"},
          environment,
          working_directory,
          9};
}

CommandOutcome run_to_end(const ChildCommand& command) {
  const auto child = start_child(command);
  if (!child) return {{}, child.error().message, static_cast<int>(child.error().exit_code)};
  CommandOutcome outcome;
  pollfd streams[2] = {{child->output, POLLIN, 0}, {child->error, POLLIN, 0}};
  while (streams[0].fd >= 0 || streams[1].fd >= 0) {
    ::poll(streams, 2, -1);
    for (int kind = 0; kind < 2; ++kind) {
      char buffer[16 << 10];
      if (streams[kind].fd < 0 || streams[kind].revents == 0) continue;
      const ssize_t count = ::read(streams[kind].fd, buffer, sizeof buffer);
      if (count > 0)
        (kind == 0 ? outcome.output : outcome.error_output)
            .append(buffer, static_cast<std::size_t>(count));
      else if (count == 0 || errno != EAGAIN)
        ::close(std::exchange(streams[kind].fd, -1));
    }
  }
  int status = 0;
  ::waitpid(child->pid, &status, 0);
  outcome.exit_code = exit_code_of(status);
  return outcome;
}

std::vector<Error> findings_of(const std::string& node, const CommandOutcome& outcome) {
  std::vector<Error> found;
  const auto value = parse_json(outcome.output);
  const List* list = value ? value->get_if<List>() : nullptr;
  for (const Value& item : list ? *list : List{}) {
    const Map* diagnostic = item.get_if<Map>();
    if (!diagnostic || get<std::string>(*diagnostic, "severity") != "error") continue;
    const bool is_input = outcome.exit_code == static_cast<int>(ExitCode::invalid_input);
    found.push_back(finding_of_engine(node, *diagnostic,
                                      is_input ? ExitCode::invalid_input : ExitCode::environment));
  }
  if (outcome.exit_code == 0 || !found.empty()) return found;
  const std::string said = last_line(outcome.error_output);
  return {finding("preflight.engine", node,
                  {{"exit_code", outcome.exit_code},
                   {"said", said.empty() ? as_argument("said.nothing", {})
                                         : as_argument("said.last", {{"words", said}})}})};
}

}  // namespace trainyard::agent
