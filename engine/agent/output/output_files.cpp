// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/output_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;
constexpr std::size_t max_held_line = 64 << 10;

int open_for_append(const std::filesystem::path& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

Error not_writable(const std::filesystem::path& folder) {
  return make_error("output.not_writable",
                    {{"folder", folder.string()}, {"problem", std::strerror(errno)}});
}

}  // namespace

OutputFiles::OutputFiles(std::filesystem::path attempt_folder, std::size_t limit_bytes)
    : folder_(std::move(attempt_folder)),
      limit_bytes_(limit_bytes),
      thread_([this] { write_loop(); }) {}

OutputFiles::~OutputFiles() {
  finish(0ms);
  thread_.join();
  for (auto& [rank, targets] : ranks_)
    for (Target& each : targets)
      if (each.fd >= 0) ::close(each.fd);
  for (const int fd : combined_)
    if (fd >= 0) ::close(fd);
  if (merged_fd_ >= 0) ::close(merged_fd_);
  if (copies_[0] >= 0) ::close(copies_[0]);
  if (copies_[1] >= 0 && copies_[1] != copies_[0]) ::close(copies_[1]);
}

Result<void> OutputFiles::copy_to(const std::filesystem::path& output,
                                  const std::filesystem::path& error, bool is_appended) {
  const auto open_copy = [&](const std::filesystem::path& path) {
    // An empty folder for logs is not sent along with the code, as git does not keep it.
    std::error_code ignored;  // open says what is wrong
    std::filesystem::create_directories(path.parent_path(), ignored);
    const int mode = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (is_appended ? 0 : O_TRUNC);
    return ::open(path.c_str(), mode, 0666);
  };
  const auto no_copy = [](const std::filesystem::path& path) {
    return make_error("output.no_copy",
                      {{"path", path.string()}, {"problem", std::strerror(errno)}});
  };
  copies_[0] = open_copy(output);
  if (copies_[0] < 0) return no_copy(output);
  copies_[1] = error == output ? copies_[0] : open_copy(error);
  if (copies_[1] < 0) return no_copy(error);
  return {};
}

Result<void> OutputFiles::open_combined() {
  if (combined_[0] >= 0 && combined_[1] >= 0) return {};
  combined_[0] = open_for_append(folder_ / "stdout.log");
  combined_[1] = open_for_append(folder_ / "stderr.log");
  merged_fd_ = open_for_append(folder_ / "merged.log");
  if (combined_[0] < 0 || combined_[1] < 0 || merged_fd_ < 0) return not_writable(folder_);
  ranks_[no_rank];
  return {};
}

Result<void> OutputFiles::open(const std::string& node, const std::vector<int>& ranks) {
  TRY(open_combined());
  if (ranks.empty()) return {};
  const std::filesystem::path folder = folder_ / "nodes" / node;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  for (const int rank : ranks) {
    auto& targets = ranks_[rank];
    const std::string name = "rank-" + std::to_string(rank);
    targets[0].fd = open_for_append(folder / (name + ".out"));
    targets[1].fd = open_for_append(folder / (name + ".err"));
    if (targets[0].fd < 0 || targets[1].fd < 0) return not_writable(folder);
  }
  return {};
}

void OutputFiles::write(int rank, OutputKind kind, std::string_view bytes) {
  const auto found = ranks_.find(rank);
  if (found == ranks_.end()) {
    dropped_bytes_ += bytes.size();
    return;
  }
  queue(merged_fd_, merged_.take(rank, kind == OutputKind::error, bytes, unix_time()), true);
  Target& own = found->second[static_cast<std::size_t>(kind)];
  if (own.fd >= 0) queue(own.fd, std::string(bytes));
  if (const int copy = copies_[static_cast<int>(kind)]; copy >= 0 && rank == 0)
    queue(copy, std::string(bytes));
  const int combined = combined_[static_cast<int>(kind)];
  constexpr std::size_t alone = 2;  // with no_rank
  if (ranks_.size() == alone && rank != no_rank) return queue(combined, std::string(bytes));
  // Lines of different ranks must not be mixed; a progress bar is redrawn with a carriage return.
  const std::size_t end = bytes.find_last_of("\r\n");
  if (end == std::string_view::npos && own.unfinished_line.size() + bytes.size() < max_held_line) {
    own.unfinished_line += bytes;
    return;
  }
  const std::size_t cut = end == std::string_view::npos ? bytes.size() : end + 1;
  queue(combined, own.unfinished_line + std::string(bytes.substr(0, cut)));
  own.unfinished_line = bytes.substr(cut);
}

void OutputFiles::queue(int fd, std::string bytes, bool is_copy) {
  if (bytes.empty()) return;
  {
    const std::lock_guard lock(mutex_);
    if (pending_bytes_ + bytes.size() > limit_bytes_) {
      if (!is_copy) dropped_bytes_ += bytes.size();
      return;
    }
    pending_bytes_ += bytes.size();
    pending_.push_back({fd, std::move(bytes), is_copy});
  }
  wake_.notify_one();
}

void OutputFiles::finish(std::chrono::milliseconds timeout) {
  if (is_giving_up_) return;
  queue(merged_fd_, merged_.finish(unix_time()), true);
  for (auto& [rank, targets] : ranks_)
    for (std::size_t kind = 0; kind < 2; ++kind)
      queue(combined_[kind], std::exchange(targets[kind].unfinished_line, {}));
  std::unique_lock lock(mutex_);
  is_closing_ = true;
  wake_.notify_one();
  done_.wait_for(lock, timeout, [this] { return pending_.empty() && is_idle_; });
  is_giving_up_ = true;
  for (const Pending& left : pending_)
    if (!left.is_copy) dropped_bytes_ += left.bytes.size();
  wake_.notify_one();
}

void OutputFiles::write_loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return !pending_.empty() || is_closing_; });
    if (pending_.empty() || is_giving_up_) break;
    Pending now = std::move(pending_.front());
    pending_.pop_front();
    is_idle_ = false;
    lock.unlock();
    const ssize_t count = ::write(now.fd, now.bytes.data(), now.bytes.size());
    const std::size_t done = count > 0 ? static_cast<std::size_t>(count) : 0;
    lock.lock();
    is_idle_ = true;
    pending_bytes_ -= done;
    if (done < now.bytes.size()) {
      now.bytes.erase(0, done);
      pending_.push_front(std::move(now));
      if (count < 0) wake_.wait_for(lock, 500ms, [this] { return is_giving_up_; });
    }
    done_.notify_all();
  }
}

}  // namespace trainyard::agent
