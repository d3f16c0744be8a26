// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the output of the ranks to nodes/<node>/rank-N.{out,err} and, as whole lines of all ranks,
// stdout.log and stderr.log, and both in the order of time merged.log. Uses its own thread, so that
// ranks never wait for the disk.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/agent/job/node.h"
#include "engine/agent/output/merged_output.h"
#include "engine/contract/result.h"

namespace trainyard::agent {

class OutputFiles {
 public:
  // Output that the disk does not accept is kept up to `limit_bytes`; beyond that it is dropped and
  // counted.
  explicit OutputFiles(std::filesystem::path attempt_folder, std::size_t limit_bytes = 32u << 20);
  ~OutputFiles();

  // Opens the files of one node's ranks. Ranks are numbered across all nodes.
  Result<void> open(const std::string& node, const std::vector<int>& ranks);
  // The rank's files must be open; other output is dropped. Must be called from the same thread as
  // open().
  void write(int rank, OutputKind kind, std::string_view bytes);
  // For output that belongs to no rank, such as srun's: only written to the common files.
  static constexpr int no_rank = -1;

  // Also writes rank 0's output to these files, which may be the same, and makes their folders.
  // Errors: "output.no_copy".
  Result<void> copy_to(const std::filesystem::path& output, const std::filesystem::path& error,
                       bool is_appended);

  // Writes the remaining output, waiting at most `timeout`.
  void finish(std::chrono::milliseconds timeout);
  std::uint64_t dropped_bytes() const { return dropped_bytes_.load(); }

 private:
  struct Target {
    int fd = -1;
    std::string unfinished_line;  // for the common file
  };
  Result<void> open_combined();
  struct Pending {
    int fd = -1;
    std::string bytes;
    bool is_copy = false;  // of what stands elsewhere: it is no loss
  };
  void queue(int fd, std::string bytes, bool is_copy = false);
  void write_loop();

  std::filesystem::path folder_;
  std::size_t limit_bytes_;
  std::map<int, std::array<Target, 2>> ranks_;
  int combined_[2] = {-1, -1};
  int merged_fd_ = -1;
  MergedOutput merged_;
  int copies_[2] = {-1, -1};  // may be equal

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::deque<Pending> pending_;
  std::size_t pending_bytes_ = 0;
  bool is_closing_ = false, is_giving_up_ = false, is_idle_ = true;
  std::atomic<std::uint64_t> dropped_bytes_{0};
  std::thread thread_;
};

}  // namespace trainyard::agent
