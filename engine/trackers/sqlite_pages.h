// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of a database of SQLite as they were at one moment, while another program may be
// writing it. Nothing is locked, written or mapped, so that no writer ever waits for this reader or
// fails for it, on a network file system neither: SQLite's own library keeps writers waiting in the
// mode that is its default, and with a log has to write beside the database. Instead, a look whose
// pages do not belong together is dropped, and taken again later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "engine/system/descriptor.h"
#include "engine/trackers/sqlite_log.h"

namespace trainyard {

class SqlitePages {
 public:
  static constexpr std::size_t header_bytes = 100;  // of the file, at the beginning of page 1
  static constexpr std::size_t max_pages = 8192;    // of a look
  static constexpr std::uint64_t max_bytes = 32u << 20;

  explicit SqlitePages(std::filesystem::path file) : file_(std::move(file)) {}

  enum class Look {
    none,       // there is no database, or one that SQLite does not write
    unchanged,  // since the last look that ended well
    unclear,    // it is being changed, or its log has more than is read at once: later
    ready,
  };
  Look begin();

  // The bytes of a page, numbered from 1, without those that are reserved at its end. They stay
  // until the next look. Nothing: there is no such page, or too many have been looked at.
  std::optional<std::string_view> page(std::uint32_t number);

  // Whether all pages since begin() are of one moment. If not, nothing that was read counts.
  bool end();

  // The next look is not compared with this one: it had more to read.
  void forget() { last_state_ = last_log_state_ = State(); }

  // Changes with the tables of the database.
  std::uint32_t schema_version() const;

 private:
  struct State {  // of a file
    std::uint64_t device = 0, inode = 0;
    std::int64_t bytes = -1, seconds = 0, nanoseconds = 0;  // the last two: of its last change
    bool operator==(const State&) const = default;
  };
  static State state_of(int descriptor);
  Descriptor open_beside(const char* ending) const;
  bool is_in_transaction() const;

  std::filesystem::path file_;
  Descriptor database_, log_file_;
  SqliteLog log_;
  std::string header_;                 // of the database
  State state_, log_state_;            // at the beginning of the look
  State last_state_, last_log_state_;  // of the last one that ended well
  State seen_state_, seen_log_state_;  // of the last one
  bool has_just_changed_ = false;      // either file: a further change might have the same time
  std::uint32_t page_bytes_ = 0, usable_bytes_ = 0;
  std::uint64_t num_bytes_ = 0;  // of pages_
  std::unordered_map<std::uint32_t, std::string> pages_;
};

}  // namespace trainyard
