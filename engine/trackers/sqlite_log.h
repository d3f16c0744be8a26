// SPDX-License-Identifier: GPL-3.0-or-later
// The log of changes beside a database of SQLite (NAME-wal), by SQLite's description of its file
// format (section 4): which pages have been written since the database's file has them. What was
// read once is not read again; a log that its writer began again is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace trainyard {

class SqliteLog {
 public:
  static constexpr std::size_t header_bytes = 32, frame_header_bytes = 24;

  // Reads what was added, `limit` bytes and the rest of a transaction at most. Of a transaction,
  // all pages count or none. False: there is more.
  bool read(int descriptor, std::uint32_t page_bytes, std::uint64_t limit);

  // There is no log, or no database that belongs to it.
  void clear();

  // Whether the file's transactions are still those that were read, and what followed them.
  bool is_same(int descriptor) const;

  // Where in the file the newest content of a page is.
  std::optional<std::uint64_t> place_of(std::uint32_t page) const;

 private:
  struct Sums {
    std::uint32_t first = 0, second = 0;
    bool operator==(const Sums&) const = default;
  };
  void add(Sums& sums, std::string_view words) const;
  bool begin(int descriptor, std::uint32_t page_bytes);
  bool fits(std::string_view frame, Sums& sums) const;

  std::string header_;  // empty: no transactions are known
  std::uint32_t page_bytes_ = 0;
  bool has_big_endian_sums_ = false;
  // Behind the last whole transaction: what follows is written again if its writer takes it back.
  std::uint64_t offset_ = 0;
  Sums sums_;
  std::unordered_map<std::uint32_t, std::uint64_t> places_;  // by page
};

}  // namespace trainyard
