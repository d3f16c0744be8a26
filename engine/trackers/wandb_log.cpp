// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/wandb_log.h"

#include <algorithm>

#include "engine/trackers/byte_order.h"
#include "engine/trackers/checksums.h"

namespace trainyard {
namespace {

constexpr std::size_t log_block_bytes = 32 << 10, part_header_bytes = 7;
constexpr int whole = 1, first = 2, middle = 3, last = 4;  // kinds of parts

std::size_t left_in_block(std::uint64_t position) {
  return log_block_bytes - static_cast<std::size_t>(position % log_block_bytes);
}

std::uint32_t checksum(int type, std::string_view content) {
  const char byte = static_cast<char>(type);
  return crc32(content, crc32(std::string_view(&byte, 1)));
}

}  // namespace

std::string WandbLogWriter::record(std::string_view content) {
  std::string out(position_ == 0 ? header_ : std::string_view());
  const auto position = [&] { return position_ + out.size(); };
  bool is_first = true, is_last = false;
  while (!is_last) {
    if (left_in_block(position()) < part_header_bytes) out.append(left_in_block(position()), '\0');
    const std::string_view part = content.substr(0, left_in_block(position()) - part_header_bytes);
    content.remove_prefix(part.size());
    is_last = content.empty();
    const int type = is_first ? (is_last ? whole : first) : (is_last ? last : middle);
    is_first = false;
    out += little_endian(checksum(type, part));
    out += little_endian(static_cast<std::uint16_t>(part.size()));
    out += static_cast<char>(type);
    out += part;
  }
  position_ += out.size();
  return out;
}

void WandbLogReader::consume(std::size_t count) {
  begin_ += count;
  position_ += count;
}

WandbLogReader::Step WandbLogReader::take_header(std::string_view left) {
  const std::size_t size = std::min(left.size(), header_.size());
  if (left.substr(0, size) != header_.substr(0, size)) return Step::damaged;
  if (size < header_.size()) return Step::waits;
  consume(size);
  whole_bytes_ = position_;
  return Step::done;
}

// False: a part that may not follow the one before it.
bool WandbLogReader::add_part(int type, std::string_view content, const OnRecord& on_record) {
  const bool begins = type == whole || type == first;
  if (type < whole || type > last || begins == is_in_record_) return false;
  if (begins) record_.clear();
  if (begins) is_too_long_ = false;
  is_too_long_ = is_too_long_ || record_.size() + content.size() > max_record_bytes;
  if (!is_too_long_) record_ += content;
  is_in_record_ = type == first || type == middle;
  if (!is_in_record_ && !is_too_long_) on_record(record_);
  return true;
}

WandbLogReader::Step WandbLogReader::take_part(std::string_view left, const OnRecord& on_record) {
  if (const std::size_t rest = left_in_block(position_); rest < part_header_bytes) {
    if (left.size() < rest) return Step::waits;
    consume(rest);
    return Step::done;
  }
  if (left.size() < part_header_bytes) return Step::waits;
  const std::size_t length = from_little_endian<std::uint16_t>(left.substr(4));
  const int type = static_cast<unsigned char>(left[6]);
  if (length > left_in_block(position_) - part_header_bytes) return Step::damaged;
  if (left.size() < part_header_bytes + length) return Step::waits;
  const std::string_view content = left.substr(part_header_bytes, length);
  if (checksum(type, content) != from_little_endian<std::uint32_t>(left)) return Step::damaged;
  if (!add_part(type, content, on_record)) return Step::damaged;
  consume(part_header_bytes + length);
  if (!is_in_record_) whole_bytes_ = position_;
  return Step::done;
}

bool WandbLogReader::feed(std::string_view bytes, const OnRecord& on_record) {
  if (is_damaged_) return false;
  pending_ += bytes;
  for (Step step = Step::done; step == Step::done;) {
    const std::string_view left = std::string_view(pending_).substr(begin_);
    step = position_ == 0 ? take_header(left) : take_part(left, on_record);
    is_damaged_ = step == Step::damaged;
  }
  pending_.erase(0, begin_);
  begin_ = 0;
  return !is_damaged_;
}

void WandbLogReader::rewind() {
  pending_.clear();
  begin_ = 0;
  position_ = whole_bytes_;
  is_in_record_ = false;
  is_damaged_ = false;
}

}  // namespace trainyard
