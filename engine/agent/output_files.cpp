#include "engine/agent/output_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace trainyard::agent {
namespace {

using namespace std::chrono_literals;
constexpr std::size_t max_held_line = 64 << 10;

int open_for_append(const std::filesystem::path& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

}  // namespace

OutputFiles::OutputFiles(std::filesystem::path attempt_folder, std::string node, std::size_t limit_bytes)
    : folder_(std::move(attempt_folder)), node_(std::move(node)), limit_bytes_(limit_bytes), thread_([this] { write_loop(); }) {}

OutputFiles::~OutputFiles() {
  finish(0ms);
  thread_.join();
  for (auto& [rank, targets] : ranks_)
    for (Target& each : targets) ::close(each.fd);
  for (const int fd : combined_)
    if (fd >= 0) ::close(fd);
}

Result<void> OutputFiles::open(const std::vector<int>& ranks) {
  const std::filesystem::path folder = folder_ / "nodes" / node_;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  std::vector<int> opened = {combined_[0] = open_for_append(folder_ / "stdout.log"), combined_[1] = open_for_append(folder_ / "stderr.log")};
  for (const int rank : ranks) {
    auto& [number, targets] = ranks_.emplace_back();
    number = rank;
    const std::string name = "rank-" + std::to_string(rank);
    opened.push_back(targets[0].fd = open_for_append(folder / (name + ".out")));
    opened.push_back(targets[1].fd = open_for_append(folder / (name + ".err")));
  }
  for (const int fd : opened)
    if (fd < 0)
      return Error{"output.not_writable", {{"folder", folder.string()}}, "Output files can not be made in " + folder.string() + " (" + std::strerror(errno) +
                   "); check rights, free space and the limit of open files", ExitCode::environment};
  return {};
}

OutputFiles::Target& OutputFiles::target(int rank, OutputKind kind) {
  for (auto& [number, targets] : ranks_)
    if (number == rank) return targets[static_cast<int>(kind)];
  return ranks_.front().second[static_cast<int>(kind)];
}

void OutputFiles::write(int rank, OutputKind kind, std::string_view bytes) {
  Target& own = target(rank, kind);
  queue(own.fd, std::string(bytes));
  const int combined = combined_[static_cast<int>(kind)];
  if (ranks_.size() == 1) return queue(combined, std::string(bytes));
  // Lines of several ranks must not run into each other; a bar is redrawn with a carriage return.
  const std::size_t end = bytes.find_last_of("\r\n");
  if (end == std::string_view::npos && own.unfinished_line.size() + bytes.size() < max_held_line) {
    own.unfinished_line += bytes;
    return;
  }
  const std::size_t cut = end == std::string_view::npos ? bytes.size() : end + 1;
  queue(combined, own.unfinished_line + std::string(bytes.substr(0, cut)));
  own.unfinished_line = bytes.substr(cut);
}

void OutputFiles::queue(int fd, std::string bytes) {
  if (bytes.empty()) return;
  {
    const std::lock_guard lock(mutex_);
    if (pending_bytes_ + bytes.size() > limit_bytes_) {
      dropped_bytes_ += bytes.size();
      return;
    }
    pending_bytes_ += bytes.size();
    pending_.emplace_back(fd, std::move(bytes));
  }
  wake_.notify_one();
}

void OutputFiles::finish(std::chrono::milliseconds timeout) {
  for (auto& [rank, targets] : ranks_)
    for (int kind = 0; kind < 2; ++kind) queue(combined_[kind], std::exchange(targets[kind].unfinished_line, {}));
  std::unique_lock lock(mutex_);
  is_closing_ = true;
  wake_.notify_one();
  done_.wait_for(lock, timeout, [this] { return pending_.empty() && is_idle_; });
  is_giving_up_ = true;
  wake_.notify_one();
}

void OutputFiles::write_loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return !pending_.empty() || is_closing_; });
    if (pending_.empty() || is_giving_up_) break;
    auto [fd, bytes] = std::move(pending_.front());
    pending_.pop_front();
    is_idle_ = false;
    lock.unlock();
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    const std::size_t done = count > 0 ? static_cast<std::size_t>(count) : 0;
    lock.lock();
    is_idle_ = true;
    pending_bytes_ -= done;
    if (done < bytes.size()) {
      pending_.emplace_front(fd, bytes.substr(done));
      if (count < 0) wake_.wait_for(lock, 500ms, [this] { return is_giving_up_; });
    }
    done_.notify_all();
  }
  for (const auto& [fd, bytes] : pending_) dropped_bytes_ += bytes.size();
}

}  // namespace trainyard::agent
