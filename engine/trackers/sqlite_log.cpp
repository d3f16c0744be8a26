// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/sqlite_log.h"

#include <algorithm>

#include "engine/system/read_at.h"
#include "engine/trackers/byte_order.h"

namespace trainyard {
namespace {

constexpr std::uint32_t log_magic = 0x377f0682,
                        log_version = 3007000;      // the lowest bit: of the sums
constexpr std::size_t max_logged_pages = 1u << 22;  // in a log; they cost memory
constexpr std::size_t log_piece_bytes = 256 << 10;

}  // namespace

void SqliteLog::clear() {
  header_.clear();
  places_.clear();
}

// `words`: pairs of words of 4 bytes.
void SqliteLog::add(Sums& sums, std::string_view words) const {
  for (; words.size() >= 8; words.remove_prefix(8)) {
    const auto word = [&](std::size_t at) {
      return has_big_endian_sums_ ? from_big_endian<std::uint32_t>(words.substr(at))
                                  : from_little_endian<std::uint32_t>(words.substr(at));
    };
    sums.first += word(0) + sums.second;
    sums.second += word(4) + sums.first;
  }
}

bool SqliteLog::begin(int descriptor, std::uint32_t page_bytes) {
  const std::string header = read_at(descriptor, 0, header_bytes);
  if (header == header_ && page_bytes == page_bytes_) return !header_.empty();
  clear();
  if (header.size() < header_bytes) return false;
  const auto number = [&](std::size_t at) {
    return from_big_endian<std::uint32_t>(std::string_view(header).substr(at));
  };
  if ((number(0) & ~1u) != log_magic || number(4) != log_version || number(8) != page_bytes)
    return false;
  has_big_endian_sums_ = (number(0) & 1u) != 0;
  sums_ = {};
  add(sums_, std::string_view(header).substr(0, 24));
  if (sums_ != Sums{number(24), number(28)}) return false;
  header_ = header;
  page_bytes_ = page_bytes;
  offset_ = header_bytes;
  return true;
}

// A frame with other salts, or wrong sums, is of an earlier log or not written yet.
bool SqliteLog::fits(std::string_view frame, Sums& sums) const {
  if (frame.substr(8, 8) != std::string_view(header_).substr(16, 8)) return false;
  add(sums, frame.substr(0, 8));
  add(sums, frame.substr(frame_header_bytes));
  return sums == Sums{from_big_endian<std::uint32_t>(frame.substr(16)),
                      from_big_endian<std::uint32_t>(frame.substr(20))};
}

bool SqliteLog::read(int descriptor, std::uint32_t page_bytes, std::uint64_t limit) {
  if (!begin(descriptor, page_bytes)) return true;
  const std::size_t frame_bytes = frame_header_bytes + page_bytes_;
  const std::size_t frames_at_once = std::max<std::size_t>(log_piece_bytes / frame_bytes, 1);
  std::unordered_map<std::uint32_t, std::uint64_t> transaction;
  std::uint64_t offset = offset_;
  Sums sums = sums_;
  for (const std::uint64_t begin = offset_;
       places_.size() + transaction.size() < max_logged_pages;) {
    if (transaction.empty() && offset - begin >= limit) return false;
    const std::string frames = read_at(descriptor, offset, frames_at_once * frame_bytes);
    for (std::string_view left = frames; left.size() >= frame_bytes;
         left.remove_prefix(frame_bytes)) {
      const std::string_view frame = left.substr(0, frame_bytes);
      if (!fits(frame, sums)) return true;
      transaction[from_big_endian<std::uint32_t>(frame)] = offset + frame_header_bytes;
      offset += frame_bytes;
      const bool is_last = from_big_endian<std::uint32_t>(frame.substr(4)) != 0;
      if (!is_last) continue;
      for (const auto& [page, place] : transaction) places_[page] = place;
      transaction.clear();
      offset_ = offset;
      sums_ = sums;
    }
    if (frames.size() < frames_at_once * frame_bytes) return true;
  }
  return false;
}

bool SqliteLog::is_same(int descriptor) const {
  return header_.empty() || read_at(descriptor, 0, header_bytes) == header_;
}

std::optional<std::uint64_t> SqliteLog::place_of(std::uint32_t page) const {
  const auto place = places_.find(page);
  return place == places_.end() ? std::nullopt : std::optional(place->second);
}

}  // namespace trainyard
