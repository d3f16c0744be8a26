// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/trackers/followed_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/system/descriptor.h"

namespace trainyard::agent {
namespace {

constexpr std::size_t head_bytes = 4096, piece_bytes = 256 << 10;

// Without its end; nothing for a line that has none.
std::optional<std::string_view> line_of(std::string_view text, int number) {
  for (;; --number) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) return std::nullopt;
    if (number == 0) return text.substr(0, end);
    text.remove_prefix(end + 1);
  }
}

}  // namespace

FollowedFile::FollowedFile(FoundFile file, std::uint64_t begin, double began)
    : file_(std::move(file)),
      reader_(make_tracker_reader(file_.kind, file_.metric)),
      begin_(begin),
      began_(began) {}

void FollowedFile::start_over() {
  reader_ = make_tracker_reader(file_.kind, file_.metric);
  begin_ = offset_ = num_points_ = num_repeated_ = 0;
  damaged_looks_ = 0;
  head_.clear();
}

// Records of other trackers are only ever appended. A table has the same first row with other
// columns, or as much as it had, when its writer wrote it again; another first row is another
// run's.
FollowedFile::Change FollowedFile::change_of_table(int descriptor, bool is_shorter) const {
  std::string head(head_.size(), '\0');
  const ssize_t got = ::pread(descriptor, head.data(), head.size(), 0);
  head.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  if (!is_shorter && head == head_) return Change::none;
  if (line_of(head, 0) != line_of(head_, 0)) return Change::rewritten;
  if (!line_of(head, 1) || !line_of(head_, 1)) return Change::unclear;
  return line_of(head, 1) == line_of(head_, 1) ? Change::rewritten : Change::restarted;
}

std::uint64_t FollowedFile::read(std::uint64_t limit, const TrackerReader::OnPoint& on_point) {
  if (is_damaged()) return 0;
  // O_NONBLOCK: a FIFO without a writer must not block the reader.
  const Descriptor opened(::open(file_.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status{};
  if (!opened.is_open() || ::fstat(opened.number(), &status) != 0 || !S_ISREG(status.st_mode))
    return 0;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  const bool is_other = inode_ != 0 && (inode_ != status.st_ino || device_ != status.st_dev);
  Change change = is_other || size < offset_ ? Change::restarted : Change::none;
  if (file_.kind == TrackerKind::lightning_csv && !head_.empty())
    change = change_of_table(opened.number(), size < offset_);
  if (change == Change::unclear) return 0;
  const std::uint64_t known = num_points_;
  if (change != Change::none) start_over();
  if (change == Change::rewritten) num_repeated_ = known;
  inode_ = status.st_ino;
  device_ = status.st_dev;
  return size > offset_ ? feed(opened.number(), limit, on_point) : 0;
}

// Of the bytes that were just read.
bool FollowedFile::is_older(const TrackedPoint& point) const {
  const bool was_there = offset_ <= begin_;
  return point.time ? *point.time < (was_there ? began_ : began_ - clock_slack) : was_there;
}

std::uint64_t FollowedFile::feed(int descriptor, std::uint64_t limit,
                                 const TrackerReader::OnPoint& on_point) {
  const auto pass_on = [&](TrackedPoint point) {
    const bool is_repeated = ++num_points_ <= num_repeated_;
    if (!is_repeated && !is_older(point)) on_point(std::move(point));
  };
  std::string buffer(static_cast<std::size_t>(std::min<std::uint64_t>(limit, piece_bytes)), '\0');
  std::uint64_t total = 0;
  while (total < limit) {
    // What was there before is a piece of its own.
    const std::uint64_t end = offset_ < begin_ ? begin_ - offset_ : buffer.size();
    const std::size_t wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>({limit - total, buffer.size(), end}));
    const ssize_t got = ::pread(descriptor, buffer.data(), wanted, static_cast<off_t>(offset_));
    if (got <= 0) break;
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(got));
    if (head_.size() < head_bytes && offset_ == head_.size())
      head_ += bytes.substr(0, head_bytes - head_.size());
    offset_ += bytes.size();
    total += bytes.size();
    if (reader_->feed(bytes, pass_on)) {
      damaged_looks_ = 0;
      continue;
    }
    ++damaged_looks_;
    reader_->rewind();
    offset_ = reader_->whole_bytes();
    break;
  }
  return total;
}

}  // namespace trainyard::agent
