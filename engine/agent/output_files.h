// Where the output of the ranks goes: nodes/<node>/rank-N.{out,err} and, whole lines of all ranks, stdout.log and
// stderr.log. Written by a thread of its own; ranks never wait for the disk.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/contract/result.h"

namespace trainyard::agent {

enum class OutputKind { output, error };

class OutputFiles {
 public:
  // What the disk does not take is kept up to `limit_bytes`, beyond that dropped and counted.
  OutputFiles(std::filesystem::path attempt_folder, std::string node, std::size_t limit_bytes = 32u << 20);
  ~OutputFiles();

  Result<void> open(const std::vector<int>& ranks);
  void write(int rank, OutputKind kind, std::string_view bytes);

  // Writes the rest, at most so long.
  void finish(std::chrono::milliseconds timeout);
  std::uint64_t dropped_bytes() const { return dropped_bytes_.load(); }

 private:
  struct Target {
    int fd = -1;
    std::string unfinished_line;  // for the combined file
  };
  Target& target(int rank, OutputKind kind);
  void queue(int fd, std::string bytes);
  void write_loop();

  std::filesystem::path folder_;
  std::string node_;
  std::size_t limit_bytes_;
  std::vector<std::pair<int, Target[2]>> ranks_;
  int combined_[2] = {-1, -1};

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::deque<std::pair<int, std::string>> pending_;
  std::size_t pending_bytes_ = 0;
  bool is_closing_ = false, is_giving_up_ = false, is_idle_ = true;
  std::atomic<std::uint64_t> dropped_bytes_{0};
  std::thread thread_;
};

}  // namespace trainyard::agent
