// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/parallel/ranks_of_self.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

namespace trainyard {

bool is_rank() { return std::getenv("RANKS_FOLDER") != nullptr; }

std::vector<pid_t> start_ranks(const std::string& filter, std::int64_t world_size,
                               std::uint16_t port, const std::string& folder) {
  std::vector<pid_t> processes;
  const std::string filter_argument = "--gtest_filter=" + filter,
                    world = std::to_string(world_size), master_port = std::to_string(port);
  for (std::int64_t rank = 0; rank < world_size; ++rank) {
    const std::string number = std::to_string(rank);
    const pid_t process = fork();
    if (process == 0) {
      for (const auto& [name, value] : {std::pair{"RANK", number},
                                        {"LOCAL_RANK", number},
                                        {"WORLD_SIZE", world},
                                        {"LOCAL_WORLD_SIZE", world},
                                        {"MASTER_ADDR", std::string("127.0.0.1")},
                                        {"MASTER_PORT", master_port},
                                        {"OMP_NUM_THREADS", std::string("1")},
                                        {"RANKS_FOLDER", folder}})
        setenv(name, value.c_str(), 1);
      execl("/proc/self/exe", "rank", filter_argument.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    processes.push_back(process);
  }
  return processes;
}

std::unique_ptr<ProcessGroup> join_ranks(std::chrono::seconds timeout) {
  std::signal(SIGPIPE, SIG_IGN);  // as the engine does (train/stop.cpp)
  const Result<RankInfo> ranks = rank_info_from_environment();
  if (!ranks) throw std::runtime_error(ranks.error().message);
  auto group = make_process_group(*ranks, at::kCPU, timeout);
  if (!group) throw std::runtime_error(group.error().message);
  return std::move(*group);
}

int wait_for(pid_t process, int seconds) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  int status = 0;
  while (waitpid(process, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > deadline) {
      kill(process, SIGKILL);
      waitpid(process, &status, 0);
      return -1;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace trainyard
