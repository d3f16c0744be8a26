// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/sqlite_pages.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "engine/system/read_at.h"
#include "engine/trackers/byte_order.h"

namespace trainyard {
namespace {

constexpr std::string_view first_bytes("SQLite format 3\0", 16);
constexpr std::uint64_t log_bytes_at_once = 16u << 20;
constexpr std::uint32_t min_page_bytes = 512, min_usable_bytes = 480, max_page_bytes = 65536;
constexpr char with_log = 2;  // the version of the format that is written, and read

// Whether the last change was in this tick of the clock, or nearly.
bool is_now(std::int64_t seconds, std::int64_t nanoseconds) {
  constexpr std::int64_t longest_tick = 20'000'000;
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  const std::int64_t since = now.tv_sec - seconds;
  return since >= 0 && since <= 1 &&
         since * 1'000'000'000 + now.tv_nsec - nanoseconds < longest_tick;
}

// Whether other computers may write the file, whose changes are not seen here in their order.
bool is_on_network(int descriptor) {
  struct statfs status{};
  if (::fstatfs(descriptor, &status) != 0) return false;
  // NFS, SMB (three versions), Lustre, GPFS, Ceph, BeeGFS, PanFS, AFS, FUSE.
  constexpr std::uint32_t kinds[] = {0x6969,     0x517b,     0xff534d42, 0xfe534d42,
                                     0x0bd00bd0, 0x47504653, 0x00c36400, 0x19830326,
                                     0xaad7aaea, 0x5346414f, 0x65735546};
  return std::find(std::begin(kinds), std::end(kinds), static_cast<std::uint32_t>(status.f_type)) !=
         std::end(kinds);
}

}  // namespace

SqlitePages::State SqlitePages::state_of(int descriptor) {
  struct stat status{};
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return {};
  return {status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec,
          status.st_mtim.tv_nsec};
}

// Opened for each look, so that a network file system shows what another computer has written.
Descriptor SqlitePages::open_beside(const char* ending) const {
  // O_NONBLOCK: a FIFO without a writer must not block the reader.
  return Descriptor(
      ::open((file_.native() + ending).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
}

// The database's own pages are being changed, or their writer was killed: what they were is in the
// journal until the transaction is over. Its first bytes are zeros until the first page is changed.
bool SqlitePages::is_in_transaction() const {
  const std::string first = read_at(open_beside("-journal").number(), 0, 1);
  return !first.empty() && first[0] != 0;
}

SqlitePages::Look SqlitePages::begin() {
  pages_.clear();
  num_bytes_ = 0;
  database_ = open_beside("");
  state_ = state_of(database_.number());
  if (state_.bytes < 0) return Look::none;
  header_ = read_at(database_.number(), 0, header_bytes);
  if (header_.size() < header_bytes) return header_.empty() ? Look::unclear : Look::none;
  if (!header_.starts_with(first_bytes)) return Look::none;
  // 65536 is written as 1.
  page_bytes_ = from_big_endian<std::uint16_t>(std::string_view(header_).substr(16));
  if (page_bytes_ == 1) page_bytes_ = max_page_bytes;
  const auto reserved = static_cast<unsigned char>(header_[20]);
  if (page_bytes_ < min_page_bytes || !std::has_single_bit(page_bytes_) ||
      page_bytes_ - reserved < min_usable_bytes)
    return Look::none;
  usable_bytes_ = page_bytes_ - reserved;
  const bool has_log = header_[18] == with_log && header_[19] == with_log;
  log_file_ = has_log ? open_beside("-wal") : Descriptor();
  log_state_ = state_of(log_file_.number());
  if (state_ == last_state_ && log_state_ == last_log_state_) return Look::unchanged;
  const State seen_state = std::exchange(seen_state_, state_);
  const State seen_log_state = std::exchange(seen_log_state_, log_state_);
  if (is_on_network(database_.number()) && (state_ != seen_state || log_state_ != seen_log_state))
    return Look::unclear;
  if (log_state_.bytes < 0) log_.clear();
  const bool has_new_pages = is_now(state_.seconds, state_.nanoseconds);
  has_just_changed_ = has_new_pages || is_now(log_state_.seconds, log_state_.nanoseconds);
  // Without a log, the header's counter of changes tells further ones.
  if (has_log ? has_new_pages : is_in_transaction()) return Look::unclear;
  if (log_state_.bytes >= 0 && !log_.read(log_file_.number(), page_bytes_, log_bytes_at_once))
    return Look::unclear;
  // The text of all trackers' databases is UTF-8.
  const auto first = page(1);
  if (!first) return Look::unclear;
  return from_big_endian<std::uint32_t>(first->substr(56)) == 1 ? Look::ready : Look::none;
}

std::optional<std::string_view> SqlitePages::page(std::uint32_t number) {
  const auto known = pages_.find(number);
  if (known != pages_.end()) return std::string_view(known->second).substr(0, usable_bytes_);
  if (number == 0 || pages_.size() >= max_pages || num_bytes_ >= max_bytes) return std::nullopt;
  const auto in_log = log_.place_of(number);
  std::string bytes =
      in_log ? read_at(log_file_.number(), *in_log, page_bytes_)
             : read_at(database_.number(), std::uint64_t{number - 1} * page_bytes_, page_bytes_);
  if (bytes.size() < page_bytes_) return std::nullopt;
  num_bytes_ += bytes.size();
  const std::string& kept = pages_.emplace(number, std::move(bytes)).first->second;
  return std::string_view(kept).substr(0, usable_bytes_);
}

std::uint32_t SqlitePages::schema_version() const {
  const auto first = pages_.find(1);
  return first == pages_.end()
             ? 0
             : from_big_endian<std::uint32_t>(std::string_view(first->second).substr(40));
}

// Pages come into the database in a transaction, of which the first one is written before the
// others, or out of its log. Those of the log are not changed before its header is.
bool SqlitePages::end() {
  const bool is_same = read_at(database_.number(), 0, header_bytes) == header_ &&
                       state_of(open_beside("").number()) == state_ &&
                       log_.is_same(log_file_.number()) && !is_in_transaction();
  const bool may_be_known = is_same && !has_just_changed_;
  last_state_ = may_be_known ? state_ : State();
  last_log_state_ = may_be_known ? log_state_ : State();
  return is_same;
}

}  // namespace trainyard
