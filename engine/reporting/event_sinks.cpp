// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "engine/reporting/event_writer.h"

namespace trainyard {

namespace {

constexpr std::size_t line_limit = 4096;
constexpr std::size_t text_limit = 1500;

class FifoSink final : public EventSink {
 public:
  explicit FifoSink(std::filesystem::path fifo) : fifo_(std::move(fifo)) {}
  ~FifoSink() override { shut(); }

  Taken take(const Event& event) override {
    if (descriptor_ < 0 && !connect()) return Taken::later;
    const std::string line = fitting_line(event);
    if (line.empty()) return Taken::yes;
    const ssize_t written = ::write(descriptor_, line.data(), line.size());
    if (written == static_cast<ssize_t>(line.size())) return Taken::yes;
    if (written < 0 && errno == EAGAIN) {
      pollfd ready{descriptor_, POLLOUT, 0};
      ::poll(&ready, 1, 50);
    } else if (written < 0 && errno != EINTR) {
      shut();  // the reader has closed; another may open it
    }
    return Taken::later;
  }

 private:
  bool connect() {
    descriptor_ = ::open(fifo_.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    struct stat status{};
    if (descriptor_ >= 0 && (::fstat(descriptor_, &status) != 0 || !S_ISFIFO(status.st_mode)))
      shut();
    return descriptor_ >= 0;
  }

  void shut() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }

  static std::string fitting_line(Event event) {
    event.sequence = -1;
    std::string line = to_line(event) + "\n";
    if (line.size() <= line_limit) return line;
    auto* message = std::get_if<MessageEvent>(&event.body);
    if (!message) return {};
    message->arguments.clear();
    if (message->text.size() > text_limit) {
      message->text.resize(text_limit);
      message->text += " ...";
    }
    line = to_line(event) + "\n";
    return line.size() <= line_limit ? line : std::string();
  }

  std::filesystem::path fifo_;
  int descriptor_ = -1;
};

class FileSink final : public EventSink {
 public:
  explicit FileSink(const std::filesystem::path& file)
      : descriptor_(::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666)) {}
  ~FileSink() override {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  Taken take(const Event& event) override {
    if (descriptor_ < 0) return Taken::yes;
    if (rest_of_line_.empty()) {
      Event numbered = event;
      numbered.sequence = sequence_;
      rest_of_line_ = to_line(numbered) + "\n";
    }
    const ssize_t written = ::write(descriptor_, rest_of_line_.data(), rest_of_line_.size());
    if (written > 0) rest_of_line_.erase(0, static_cast<std::size_t>(written));
    if (!rest_of_line_.empty()) return Taken::later;  // a full disk may have space later
    ++sequence_;
    unsynced_ = true;
    return Taken::yes;
  }

  void flush() override {
    if (unsynced_) ::fsync(descriptor_);
    unsynced_ = false;
  }

 private:
  int descriptor_;
  std::int64_t sequence_ = 0;
  std::string rest_of_line_;
  bool unsynced_ = false;
};

}  // namespace

std::unique_ptr<EventSink> make_fifo_sink(const std::filesystem::path& fifo) {
  return std::make_unique<FifoSink>(fifo);
}
std::unique_ptr<EventSink> make_file_sink(const std::filesystem::path& file) {
  return std::make_unique<FileSink>(file);
}

}  // namespace trainyard
