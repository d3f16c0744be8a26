// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/agent/agent_process.h"

#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "engine/contract/run/event_file.h"

using namespace trainyard;
using namespace std::chrono_literals;

namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

AgentProcess::AgentProcess() : run_dir_(folder_.path() / "run") {
  std::filesystem::create_directory(run_dir_);
}

AgentProcess::~AgentProcess() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  for (const pid_t pid : processes()) ::kill(pid, SIGKILL);
}

std::filesystem::path AgentProcess::attempt(int number) const {
  return RunFolder{run_dir_}.attempt(number);
}

pid_t AgentProcess::start(std::vector<std::string> options, std::vector<std::string> command,
                          std::map<std::string, std::string> environment) {
  std::vector<std::string> arguments = {YARD_AGENT, "run", "--run-dir", run_dir_};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.push_back("--");
  arguments.insert(arguments.end(), command.begin(), command.end());
  pid_ = ::fork();
  if (pid_ == 0) {
    for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
    const int errors =
        ::open((folder_.path() / "agent.err").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(errors, 2);
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    ::execv(pointers[0], pointers.data());
    ::_exit(127);
  }
  return pid_;
}

int AgentProcess::wait() {
  int status = 0;
  for (int tries = 0; tries < 3000; ++tries) {
    if (::waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = 0;
      return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }
    std::this_thread::sleep_for(20ms);
  }
  return -1;
}

int AgentProcess::run(std::vector<std::string> options, std::vector<std::string> command,
                      std::map<std::string, std::string> environment) {
  start(std::move(options), std::move(command), std::move(environment));
  return wait();
}

std::string AgentProcess::error_output() const { return text_of(folder_.path() / "agent.err"); }

std::vector<Event> AgentProcess::events(int attempt_number) const {
  EventFileReader reader(attempt(attempt_number) / "events.jsonl");
  auto events = reader.read();
  EXPECT_EQ(reader.bad_lines(), 0u);
  return events ? *events : std::vector<Event>{};
}

EndEvent AgentProcess::end(int attempt_number) const {
  const auto all = events(attempt_number);
  const auto* end = all.empty() ? nullptr : std::get_if<EndEvent>(&all.back().body);
  EXPECT_TRUE(end) << "the last line is no end";
  return end ? *end : EndEvent{};
}

std::string AgentProcess::output(const char* name, int attempt_number) const {
  return text_of(attempt(attempt_number) / name);
}

std::optional<agent::AgentFile> AgentProcess::agent_file(int attempt_number) const {
  const auto file = agent::read_agent_file(attempt(attempt_number));
  return file ? std::optional(*file) : std::nullopt;
}

std::vector<pid_t> AgentProcess::processes() const {
  std::vector<pid_t> found;
  const std::string mark = "TRAINYARD_RUN_DIR=" + run_dir_.string();
  DIR* folder = ::opendir("/proc");
  while (const dirent* item = ::readdir(folder)) {
    const pid_t pid = std::atoi(item->d_name);
    if (pid > 0 && pid != pid_ &&
        text_of(std::filesystem::path("/proc") / item->d_name / "environ").find(mark) !=
            std::string::npos)
      found.push_back(pid);
  }
  ::closedir(folder);
  return found;
}

bool AgentProcess::are_ready(int ranks) const {
  return wait_until([&] {
    const std::string text = output();
    int count = 0;
    for (std::size_t at = text.find("ready"); at != std::string::npos;
         at = text.find("ready", at + 1))
      ++count;
    return count == ranks;
  });
}

const char* emulated_kernel() {
  int is_subreaper = 0;
  return ::prctl(PR_GET_CHILD_SUBREAPER, &is_subreaper) == 0 ? nullptr : "the kernel is emulated";
}

bool wait_until(const std::function<bool()>& is_so) {
  for (int tries = 0; tries < 1500; ++tries) {
    if (is_so()) return true;
    std::this_thread::sleep_for(20ms);
  }
  return false;
}
