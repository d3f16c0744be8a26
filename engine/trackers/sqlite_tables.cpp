// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/sqlite_tables.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "engine/trackers/byte_order.h"

namespace trainyard {
namespace {

constexpr int max_tree_depth = 20;
constexpr std::size_t max_declared_columns = 200;
constexpr unsigned char inner_page = 0x05, leaf_page = 0x0d;  // of tables

std::uint16_t short_at(std::string_view bytes, std::size_t at) {
  return from_big_endian<std::uint16_t>(bytes.substr(at));
}

std::uint32_t word_at(std::string_view bytes, std::size_t at) {
  return from_big_endian<std::uint32_t>(bytes.substr(at));
}

// Takes a number of up to nine bytes, of which the ninth has eight bits and the others seven.
std::optional<std::uint64_t> take_varint(std::string_view& bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(bytes.size(), 9); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    number = i == 8 ? number << 8 | byte : number << 7 | (byte & 0x7fu);
    if (i < 8 && (byte & 0x80u) != 0) continue;
    bytes.remove_prefix(i + 1);
    return number;
  }
  return std::nullopt;
}

// How many bytes a cell of this serial type has.
std::uint64_t size_of_type(std::uint64_t type) {
  constexpr std::uint64_t sizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};
  return type < 12 ? sizes[type] : (type - 12) / 2;
}

SqliteValue value_in(std::uint64_t type, std::string_view bytes) {
  if (type == 8 || type == 9) return static_cast<std::int64_t>(type - 8);
  if (type == 7) return std::bit_cast<double>(from_big_endian<std::uint64_t>(bytes));
  if (type >= 12) return std::string(bytes);
  if (bytes.empty()) return {};
  std::uint64_t number = (bytes[0] & 0x80) != 0 ? ~std::uint64_t{0} : 0;
  for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
  return static_cast<std::int64_t>(number);
}

// The wanted cells of a record. False: it is malformed.
bool read_record(std::string_view record, const std::vector<std::size_t>& columns,
                 std::vector<SqliteValue>& cells) {
  std::string_view types = record;
  const auto header_bytes = take_varint(types);
  if (!header_bytes || *header_bytes > record.size() ||
      *header_bytes < record.size() - types.size())
    return false;
  types = record.substr(record.size() - types.size(),
                        static_cast<std::size_t>(*header_bytes) - (record.size() - types.size()));
  std::string_view content = record.substr(static_cast<std::size_t>(*header_bytes));
  for (std::size_t column = 0; !types.empty(); ++column) {
    const auto type = take_varint(types);
    if (!type || size_of_type(*type) > content.size()) return false;
    const auto size = static_cast<std::size_t>(size_of_type(*type));
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (columns[i] == column) cells[i] = value_in(*type, content.substr(0, size));
    content.remove_prefix(size);
  }
  return true;
}

}  // namespace

bool SqliteTables::walk(const Walk& walk) {
  num_pages_left_ = SqlitePages::max_pages;
  return walk_page(walk, walk.table.root, 0) != Step::failed;
}

bool SqliteTables::each_after(const SqliteTable& table, std::int64_t number, const OnRow& on_row) {
  return walk({table, on_row, number, false});
}

bool SqliteTables::each_backwards(const SqliteTable& table, const OnRow& on_row) {
  return walk({table, on_row, std::numeric_limits<std::int64_t>::min(), true});
}

std::optional<SqliteTables::Cell> SqliteTables::cell_at(std::string_view page, std::size_t place,
                                                        bool is_inner) {
  Cell cell;
  if (place + 4 > page.size()) return std::nullopt;
  std::string_view bytes = page.substr(place);
  if (is_inner) {
    cell.child = word_at(bytes, 0);
    bytes.remove_prefix(4);
  } else {
    const auto size = take_varint(bytes);
    if (!size) return std::nullopt;
    cell.row_bytes = *size;
  }
  const auto row = take_varint(bytes);
  if (!row) return std::nullopt;
  cell.number = static_cast<std::int64_t>(*row);
  cell.begin = page.size() - bytes.size();
  return cell;
}

SqliteTables::Step SqliteTables::walk_page(const Walk& walk, std::uint32_t number, int depth) {
  const auto page = pages_.page(number);
  if (!page || depth > max_tree_depth || num_pages_left_ == 0) return Step::failed;
  --num_pages_left_;
  const std::size_t begin = number == 1 ? SqlitePages::header_bytes : 0;
  const auto type = static_cast<unsigned char>((*page)[begin]);
  if (type != inner_page && type != leaf_page) return Step::failed;
  const bool is_inner = type == inner_page;
  const std::size_t places = begin + (is_inner ? 12 : 8);
  const std::size_t count = short_at(*page, begin + 3);
  if (places + 2 * count > page->size()) return Step::failed;
  // An inner page has one child more than cells: the last one, for what comes behind them all.
  const std::size_t num_steps = is_inner ? count + 1 : count;
  for (std::size_t i = 0; i < num_steps; ++i) {
    const std::size_t index = walk.is_backwards ? num_steps - 1 - i : i;
    std::optional<Cell> cell;
    if (index == count)
      cell = Cell{word_at(*page, begin + 8), std::numeric_limits<std::int64_t>::max(), 0, 0};
    else if (const auto place = short_at(*page, places + 2 * index); place >= places)
      cell = cell_at(*page, place, is_inner);
    if (!cell) return Step::failed;
    // The number of an inner page's cell is the last one below it.
    if (!walk.is_backwards && cell->number <= walk.after) continue;
    const Step step =
        is_inner ? walk_page(walk, cell->child, depth + 1) : take_row(walk, *page, *cell);
    if (step != Step::on) return step;
  }
  return Step::on;
}

SqliteTables::Step SqliteTables::take_row(const Walk& walk, std::string_view page,
                                          const Cell& cell) {
  SqliteRow row;
  row.number = cell.number;
  row.cells.resize(walk.table.columns.size());
  if (cell.row_bytes <= max_row_bytes) {
    const auto record = row_of(page, cell);
    if (!record || !read_record(*record, walk.table.columns, row.cells)) return Step::failed;
  }
  return walk.on_row(row) ? Step::on : Step::done;
}

// What does not fit into a page continues in a chain of others.
std::optional<std::string> SqliteTables::row_of(std::string_view page, const Cell& cell) {
  const std::size_t usable = page.size(), largest = usable - 35;
  const std::size_t smallest = (usable - 12) * 32 / 255 - 23;
  const auto total = static_cast<std::size_t>(cell.row_bytes);
  std::size_t here = total;
  if (total > largest) {
    here = smallest + (total - smallest) % (usable - 4);
    if (here > largest) here = smallest;
  }
  const bool is_whole = here == total;
  if (cell.begin + here + (is_whole ? 0 : 4) > page.size()) return std::nullopt;
  std::string row(page.substr(cell.begin, here));
  std::uint32_t next = is_whole ? 0 : word_at(page, cell.begin + here);
  while (row.size() < total) {
    const auto more = pages_.page(next);
    if (!more || num_pages_left_ == 0) return std::nullopt;
    --num_pages_left_;
    row += more->substr(4, total - row.size());
    next = word_at(*more, 0);
  }
  return row;
}

std::optional<SqliteTable> SqliteTables::find(std::string_view name,
                                              const std::vector<std::string_view>& columns) {
  // sqlite_schema: type, name, tbl_name, rootpage, sql.
  const SqliteTable schema{1, {0, 1, 3, 4}};
  std::optional<SqliteTable> found;
  each_after(schema, std::numeric_limits<std::int64_t>::min(), [&](const SqliteRow& row) {
    const auto text = [&](std::size_t i) { return std::get_if<std::string>(&row.cells[i]); };
    const auto* root = std::get_if<std::int64_t>(&row.cells[2]);
    if (!text(0) || *text(0) != "table" || !text(1) || *text(1) != name || !text(3) || !root)
      return true;
    if (*root < 1 || *root > std::numeric_limits<std::uint32_t>::max()) return false;
    const std::vector<std::string> declared = columns_declared_in(*text(3));
    SqliteTable table{static_cast<std::uint32_t>(*root), {}};
    for (const std::string_view column : columns) {
      const auto place = std::find(declared.begin(), declared.end(), column);
      if (place == declared.end() || declared.size() > max_declared_columns) return false;
      table.columns.push_back(static_cast<std::size_t>(place - declared.begin()));
    }
    found = std::move(table);
    return false;
  });
  return found;
}

}  // namespace trainyard
