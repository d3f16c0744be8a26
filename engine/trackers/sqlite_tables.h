// SPDX-License-Identifier: GPL-3.0-or-later
// Tables in a database of SQLite (SqlitePages): their rows in the order of their numbers. Whatever
// a file holds, work and memory are bounded, and nothing in it is executed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/trackers/sqlite_pages.h"

namespace trainyard {

// By its type in the file, whatever its column was declared as; a blob is a text.
using SqliteValue = std::variant<std::monostate, std::int64_t, double, std::string>;

struct SqliteTable {
  std::uint32_t root = 0;            // its first page
  std::vector<std::size_t> columns;  // places of the wanted ones in a row
};

struct SqliteRow {
  std::int64_t number = 0;
  std::vector<SqliteValue> cells;  // of the wanted columns; what a short row lacks is null
};

// The columns that a CREATE TABLE statement declares, in the order of a row's cells. Empty for what
// is no such statement, and where a column is computed.
std::vector<std::string> columns_declared_in(std::string_view sql);

class SqliteTables {
 public:
  static constexpr std::size_t max_row_bytes = 4u << 20;  // of longer ones, all cells are null

  explicit SqliteTables(SqlitePages& pages) : pages_(pages) {}

  // Nothing if no ordinary table has this name and all of these columns.
  std::optional<SqliteTable> find(std::string_view name,
                                  const std::vector<std::string_view>& columns);

  // False ends the reading.
  using OnRow = std::function<bool(const SqliteRow& row)>;

  // The rows that follow the given number, in their order; those before it from the last one on.
  // False: pages are damaged, or there are too many, and some of the rows may have been passed on.
  bool each_after(const SqliteTable& table, std::int64_t number, const OnRow& on_row);
  bool each_backwards(const SqliteTable& table, const OnRow& on_row);

 private:
  enum class Step { on, done, failed };
  struct Walk {
    const SqliteTable& table;
    const OnRow& on_row;
    std::int64_t after = 0;
    bool is_backwards = false;
  };
  struct Cell {
    std::uint32_t child = 0;  // of an inner page
    std::int64_t number = 0;
    std::uint64_t row_bytes = 0;
    std::size_t begin = 0;  // of the row, in the page
  };
  bool walk(const Walk& walk);
  Step walk_page(const Walk& walk, std::uint32_t number, int depth);
  static std::optional<Cell> cell_at(std::string_view page, std::size_t place, bool is_inner);
  Step take_row(const Walk& walk, std::string_view page, const Cell& cell);
  std::optional<std::string> row_of(std::string_view page, const Cell& cell);

  SqlitePages& pages_;
  std::size_t num_pages_left_ = 0;  // of this walk: pages that name each other in a circle end it
};

}  // namespace trainyard
