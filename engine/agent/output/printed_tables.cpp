// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/printed_tables.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "engine/agent/output/count.h"
#include "engine/contract/line_pattern.h"

namespace trainyard::agent {
namespace {

using std::string_view;

constexpr std::size_t max_columns = 64, max_box_lines = 200;
constexpr int max_row_labels = 2;

string_view trimmed_cell(string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// The lines of boxes in Unicode are bars.
std::string with_bars(string_view line) {
  std::string result;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const string_view three = line.substr(i, 3);
    if (three == "\xE2\x94\x82" || three == "\xE2\x94\x83" || three == "\xE2\x95\x91") {
      result += '|';
      i += 2;
    } else {
      result += line[i];
    }
  }
  return result;
}

// 12, 0.5, 98.2%, 12ms, 3/12, "640:" or a text.
LineToken cell_token(string_view cell) {
  LineToken token;
  token.kind = TokenKind::opaque;
  token.text = cell;
  if (cell.empty() || cell == "-" || cell == "--" || cell == "None" || cell == "n/a") {
    token.kind = TokenKind::number;
    token.is_missing = true;
    return token;
  }
  const auto number = number_at(cell);
  if (!number) return token;
  string_view rest = cell.substr(number->second);
  token.value = number->first;
  token.is_whole =
      cell.substr(0, number->second).find_first_not_of("0123456789") == string_view::npos;
  if (rest == ":" || rest == "*") rest = {};
  if (rest.starts_with('/')) {
    std::int64_t total = 0;
    rest.remove_prefix(1);
    if (!take_count(rest, total) || !rest.empty()) return token;
    token.total = static_cast<double>(total);
    token.kind = TokenKind::ratio;
    return token;
  }
  rest = trimmed_cell(rest);
  if (!rest.empty()) {
    token.unit_kind = unit_word(rest);
    token.unit = rest;
    if (token.unit_kind == UnitKind::none) return token;
  }
  token.kind = TokenKind::number;
  return token;
}

// "Box(P" is P of the boxes.
string_view column_name(string_view column) {
  const std::size_t open = column.rfind('(');
  if (open != column.npos && column.find(')') == column.npos) column.remove_prefix(open + 1);
  if (column.find('(') == column.npos && column.ends_with(')')) column.remove_suffix(1);
  return column;
}

// The reading of cells by the names of their columns.
LineReading read_cells(const std::vector<std::string>& columns, const std::vector<LineToken>& cells,
                       Split split) {
  LineReading result;
  const auto rank = [](Counter kind) {
    return kind == Counter::batch ? 8 : static_cast<int>(kind);
  };
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const string_view name = column_name(columns[i]);
    const Counter kind = column_counter(name);
    const bool is_count = cells[i].kind == TokenKind::ratio ||
                          (cells[i].kind == TokenKind::number && !cells[i].is_missing);
    if (kind != Counter::none) {
      if (!is_count) continue;
      if (kind == Counter::epoch)
        result.epoch = CounterSlot{i, kind, true};
      else if (kind != Counter::progress && count_of(cells[i].value) &&
               (!result.step || rank(kind) < rank(result.step->kind)))
        result.step = CounterSlot{i, kind, true};
      continue;
    }
    ValueSlot slot = column_value(name);
    slot.token = i;
    if (split != Split::none) slot.split = split;
    if (slot.split != Split::none && slot.meaning == Meaning::none) slot.meaning = Meaning::metric;
    if (slot.name.empty() || slot.meaning == Meaning::no_value) continue;
    if (cells[i].kind == TokenKind::opaque || cells[i].unit_kind == UnitKind::size) continue;
    if (!cells[i].unit.empty()) slot.unit = cells[i].unit;
    result.has_metric = result.has_metric || slot.meaning == Meaning::metric;
    result.values.push_back(std::move(slot));
  }
  place_unqualified(result.values);
  result.is_evaluation =
      !result.values.empty() &&
      std::all_of(result.values.begin(), result.values.end(), [](const auto& slot) {
        return slot.split == Split::eval || slot.split == Split::test;
      });
  return result;
}

std::uint64_t shape_of_names(const std::vector<std::string>& names) {
  std::uint64_t shape = 0x7461626Cu;
  for (const std::string& name : names)
    shape = (shape ^ std::hash<std::string>()(name)) * 0x9E3779B97F4A7C15u;
  return shape;
}

}  // namespace

std::vector<std::string> PrintedTables::cells(string_view line, Divider divider, bool is_header) {
  std::vector<std::string> result;
  line = trimmed_cell(line);
  if (divider == Divider::bars) {
    if (line.starts_with('|')) line.remove_prefix(1);
    if (line.ends_with('|')) line.remove_suffix(1);
  }
  while (result.size() <= max_columns) {
    std::size_t end = line.npos, skip = 1;
    if (divider == Divider::spaces) {
      line = trimmed_cell(line);
      // Names of columns may have a space within.
      end = is_header ? line.find("  ") : line.find_first_of(" \t");
    } else {
      end = line.find(divider == Divider::bars ? '|' : divider == Divider::commas ? ',' : '\t');
    }
    result.emplace_back(trimmed_cell(line.substr(0, end)));
    if (end == line.npos) break;
    line.remove_prefix(end + skip);
  }
  return result;
}

bool PrintedTables::take_header(string_view line) {
  Header header;
  // "# epoch loss": a comment for gnuplot and its like.
  if (line = trimmed_cell(line); line.starts_with('#')) line.remove_prefix(1);
  header.divider = line.find('|') != line.npos    ? Divider::bars
                   : line.find(',') != line.npos  ? Divider::commas
                   : line.find('\t') != line.npos ? Divider::tabs
                                                  : Divider::spaces;
  if (header.divider == Divider::commas && line.find(", ") != line.npos &&
      line.find(':') != line.npos)
    return false;
  header.columns = cells(line, header.divider, true);
  header.words = cells(line, header.divider, false);
  std::size_t num_metrics = 0, num_named = 0;
  const auto& names = header.words.size() > header.columns.size() ? header.words : header.columns;
  for (const std::string& column : names) {
    if (column.empty() || column.size() > 40) return false;
    const Counter kind = column_counter(column);
    header.has_counter =
        header.has_counter ||
        (kind != Counter::none && kind != Counter::progress && kind != Counter::tokens);
    ++num_named;
    if (column_value(column_name(column)).meaning == Meaning::metric) ++num_metrics;
  }
  header.has_label = lower_case(names.front()) == "class";
  const bool is_all_metrics = header.divider == Divider::bars && num_metrics == num_named;
  if (num_named < 2 || names.size() > max_columns) return false;
  if (!header.has_counter && !is_all_metrics && !(header.has_label && num_metrics > 0))
    return false;
  header.shape = shape_of_names(names);
  header_ = std::move(header);
  return true;
}

std::optional<TableLine> PrintedTables::row(string_view line) const {
  std::vector<std::string> texts = cells(line, header_->divider, false);
  Split split = header_->has_label ? Split::eval : Split::none;
  // "! Validation  12  0.5": words before the cells say which data they are of.
  const std::size_t num_names = std::max(header_->columns.size(), header_->words.size());
  if (header_->divider == Divider::spaces)
    for (int i = 0; i < max_row_labels && texts.size() > num_names && !number_at(texts.front());
         ++i) {
      if (split == Split::none) split = split_word(lower_case(texts.front()));
      texts.erase(texts.begin());
    }
  const std::vector<std::string>* columns = nullptr;
  for (const auto* names : {&header_->columns, &header_->words})
    if (names->size() == texts.size() ||
        (names->size() < texts.size() && texts[names->size() - 1].ends_with(':')))
      columns = names;
  if (!columns) return std::nullopt;
  TableLine result;
  std::size_t num_numbers = 0;
  for (std::size_t i = 0; i < columns->size(); ++i) {
    result.cells.push_back(cell_token(texts[i]));
    const LineToken& cell = result.cells.back();
    if (cell.kind != TokenKind::opaque && !cell.is_missing) ++num_numbers;
  }
  if (header_->has_label && lower_case(texts.front()) != "all") return std::nullopt;
  result.reading = read_cells(*columns, result.cells, split);
  if (header_->has_counter && !result.reading.step && !result.reading.epoch) return std::nullopt;
  if (num_numbers < 2 || result.reading.values.empty()) return std::nullopt;
  // A column may hold no number yet.
  result.shape = result.family = header_->shape + static_cast<std::uint64_t>(split);
  for (const ValueSlot& slot : result.reading.values)
    result.shape = result.shape * 31 + static_cast<std::uint64_t>(slot.token);
  for (LineToken& cell : result.cells) cell.text = {}, cell.unit = {};
  return result;
}

bool PrintedTables::take_box_line(const std::vector<std::string>& cells) {
  if (cells.size() != 2 || cells[0].empty() || cells[0].size() > 80) return false;
  const LineToken value = cell_token(cells[1]);
  if (value.kind == TokenKind::opaque || number_at(cells[0])) return false;
  if (cells[1].empty()) {
    if (!cells[0].ends_with('/')) return false;
    section_ = cells[0];
    return true;
  }
  if (box_.size() < max_box_lines) box_.emplace_back(section_ + cells[0], cells[1]);
  return true;
}

std::optional<TableLine> PrintedTables::finish() {
  const auto box = std::exchange(box_, {});
  section_.clear();
  if (box.size() < 2) return std::nullopt;
  TableLine result;
  std::vector<std::string> names;
  for (const auto& [name, value] : box) {
    names.push_back(name);
    result.cells.push_back(cell_token(value));
  }
  result.shape = shape_of_names(names);
  result.family = shape_of_names({});
  result.reading = read_cells(names, result.cells, Split::none);
  for (LineToken& cell : result.cells) cell.text = {}, cell.unit = {};
  if (result.reading.values.empty()) return std::nullopt;
  const std::size_t first = result.reading.values.front().token;
  result.example = box[first].first + " " + box[first].second;
  return result;
}

std::optional<TableLine> PrintedTables::take(const LineTokens& tokens, bool& is_part) {
  const auto& all = tokens.tokens();
  is_part = false;
  if (all.empty()) return std::nullopt;
  const bool is_rule = std::all_of(all.begin(), all.end(), [](const LineToken& token) {
    return token.kind == TokenKind::rule || (token.kind == TokenKind::mark && token.mark != '%');
  });
  if (is_rule) return finish();
  const bool may_be_row = header_.has_value() && tokens.has_number();
  const bool has_bars = std::any_of(all.begin(), all.end(), [](const LineToken& token) {
    return token.kind == TokenKind::mark && token.mark == '|';
  });
  if (!may_be_row && !has_bars && tokens.has_number()) return finish();
  const std::string line = has_bars ? with_bars(tokens.plain()) : std::string(tokens.plain());
  if (has_bars && take_box_line(cells(line, Divider::bars, false))) {
    is_part = true;
    return std::nullopt;
  }
  if (may_be_row) {
    if (auto found = row(line)) {
      is_part = true;
      return found;
    }
  }
  if (!tokens.has_number() && all.size() >= 2 && take_header(line)) is_part = true;
  return finish();
}

}  // namespace trainyard::agent
