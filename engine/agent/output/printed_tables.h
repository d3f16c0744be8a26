// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of numbers under a header, and boxes of names with a number each, as a line with one token
// for each column.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/agent/output/line_tokens.h"
#include "engine/agent/output/line_values.h"

namespace trainyard::agent {

struct TableLine {
  std::uint64_t shape = 0;
  LineReading reading;
  std::vector<LineToken> cells;
  std::uint64_t family = 0;  // of rows and boxes that may differ in their columns
  std::string example;       // what stands for a box that has many lines
};

class PrintedTables {
 public:
  // The row that this line is, or the box that it ends. `is_part`: the line belongs to a table and
  // says nothing by itself.
  std::optional<TableLine> take(const LineTokens& line, bool& is_part);
  // The box that was begun last.
  std::optional<TableLine> finish();

 private:
  enum class Divider : std::uint8_t { bars, commas, tabs, spaces };
  struct Header {
    Divider divider = Divider::spaces;
    std::vector<std::string> columns, words;  // `words`: columns by single spaces
    std::uint64_t shape = 0;
    bool has_counter = false;
    bool has_label = false;  // the first column names a class, "all" is their mean
  };

  static std::vector<std::string> cells(std::string_view line, Divider divider, bool is_header);
  bool take_header(std::string_view line);
  std::optional<TableLine> row(std::string_view line) const;
  bool take_box_line(const std::vector<std::string>& cells);

  std::optional<Header> header_;
  std::string section_;  // of the box: "rollout/"
  std::vector<std::pair<std::string, std::string>> box_;
};

}  // namespace trainyard::agent
