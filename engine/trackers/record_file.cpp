// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/record_file.h"

#include <algorithm>

#include "engine/trackers/byte_order.h"
#include "engine/trackers/checksums.h"

namespace trainyard {
namespace {

constexpr std::size_t header_bytes = 12, trailer_bytes = 4;
constexpr std::uint64_t max_skipped_bytes = std::uint64_t{1} << 40;

std::uint32_t masked(std::uint32_t crc) { return (crc >> 15 | crc << 17) + 0xa282ead8u; }

bool fits(std::string_view bytes, std::string_view checksum) {
  return masked(crc32c(bytes)) == from_little_endian<std::uint32_t>(checksum);
}

}  // namespace

std::string framed_record(std::string_view content) {
  const std::string length = little_endian(static_cast<std::uint64_t>(content.size()));
  return length + little_endian(masked(crc32c(length))) + std::string(content) +
         little_endian(masked(crc32c(content)));
}

RecordFileReader::Step RecordFileReader::take_record(const OnRecord& on_record) {
  const std::string_view left = std::string_view(pending_).substr(begin_);
  if (left.size() < header_bytes) return Step::waits;
  const auto length = from_little_endian<std::uint64_t>(left);
  if (!fits(left.substr(0, 8), left.substr(8)) || length > max_skipped_bytes) return Step::damaged;
  if (length > max_record_bytes) {
    left_to_skip_ = skipped_bytes_ = header_bytes + length + trailer_bytes;
    return Step::done;
  }
  const auto size = static_cast<std::size_t>(length);
  if (left.size() < header_bytes + size + trailer_bytes) return Step::waits;
  const std::string_view content = left.substr(header_bytes, size);
  if (!fits(content, left.substr(header_bytes + size))) return Step::damaged;
  on_record(content);
  begin_ += header_bytes + size + trailer_bytes;
  whole_bytes_ += header_bytes + size + trailer_bytes;
  return Step::done;
}

bool RecordFileReader::feed(std::string_view bytes, const OnRecord& on_record) {
  if (is_damaged_) return false;
  pending_ += bytes;
  for (Step step = Step::done; step == Step::done;) {
    if (left_to_skip_ > 0) {
      const std::uint64_t count = std::min<std::uint64_t>(left_to_skip_, pending_.size() - begin_);
      begin_ += static_cast<std::size_t>(count);
      left_to_skip_ -= count;
      if (left_to_skip_ > 0) break;
      whole_bytes_ += skipped_bytes_;
    }
    step = take_record(on_record);
    is_damaged_ = step == Step::damaged;
  }
  pending_.erase(0, begin_);
  begin_ = 0;
  return !is_damaged_;
}

void RecordFileReader::rewind() {
  pending_.clear();
  begin_ = 0;
  left_to_skip_ = 0;
  is_damaged_ = false;
}

}  // namespace trainyard
