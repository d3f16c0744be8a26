// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/collection_edit.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "engine/contract/experiment/field_value.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/experiment/text_splice.h"
#include "engine/contract/experiment/value_span.h"

namespace trainyard {
namespace {

using Change = std::function<std::optional<std::string>(std::string_view text)>;

std::string spelled(const YamlNode& node) {
  std::vector<FieldProblem> problems;
  return spell(to_value(node, "", problems));
}

// An existing element. `name` identifies it: the value in a list, the key in a mapping.
struct Old {
  std::string name;
  const YamlNode* key = nullptr;  // in a mapping
  const YamlNode* value = nullptr;
  std::size_t begin = 0, end = 0;  // including "- " or the key
  int column = 0;                  // of what the value belongs to
};
struct New {
  std::string name;
  const std::string* key = nullptr;
  const Value* value = nullptr;
  std::string spelled() const { return key ? spell(*key) + ": " + spell(*value) : spell(*value); }
};

std::optional<std::vector<Old>> old_elements(std::string_view text, const YamlNode& node) {
  std::vector<Old> out;
  for (const YamlNode& item : node.items) {
    const auto span = span_of(text, item, node.column);
    if (!span || span->end == span->begin) return std::nullopt;
    std::size_t begin = item.offset;
    if (!node.flow) {
      while (begin > 0 && is_blank(text[begin - 1])) --begin;
      if (begin == 0 || text[begin - 1] != '-') return std::nullopt;
      --begin;
    }
    out.push_back({spelled(item), nullptr, &item, begin, span->end, node.column});
  }
  for (const auto& entry : node.entries) {
    const auto span = span_of(text, entry);
    if (!span || !span->value) return std::nullopt;
    out.push_back({entry.first.text, &entry.first, &entry.second, span->begin, span->end,
                   entry.first.column});
  }
  return out;
}

std::vector<New> new_elements(const Value& value) {
  std::vector<New> out;
  if (const auto* list = value.get_if<List>())
    for (const Value& item : *list) out.push_back({spell(item), nullptr, &item});
  if (const auto* map = value.get_if<Map>())
    for (const auto& [key, item] : *map) out.push_back({key, &key, &item});
  return out;
}

// From the longest common subsequence of names: for each old element its new one, or -1.
std::vector<int> matched(const std::vector<Old>& old, const std::vector<New>& wanted) {
  const std::size_t rows = old.size(), columns = wanted.size();
  std::vector<std::vector<int>> longest(rows + 1, std::vector<int>(columns + 1, 0));
  for (std::size_t i = rows; i-- > 0;)
    for (std::size_t j = columns; j-- > 0;)
      longest[i][j] = old[i].name == wanted[j].name
                          ? longest[i + 1][j + 1] + 1
                          : std::max(longest[i + 1][j], longest[i][j + 1]);
  std::vector<int> out(rows, -1);
  for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
    if (old[i].name == wanted[j].name)
      out[i++] = static_cast<int>(j++);
    else
      longest[i + 1][j] >= longest[i][j + 1] ? ++i : ++j;
  }
  return out;
}

class Elements {
 public:
  Elements(std::string_view text, const YamlNode& node, std::vector<Old> old,
           std::vector<New> wanted)
      : text_(text), node_(node), old_(std::move(old)), wanted_(std::move(wanted)) {}

  // Works from the last to the first, so that earlier positions stay valid.
  std::optional<std::string> changed() {
    const std::vector<int> match = matched(old_, wanted_);
    std::size_t i = 0, j = 0;
    while (i < old_.size() || j < wanted_.size()) {
      std::size_t old_end = i;
      while (old_end < old_.size() && match[old_end] < 0) ++old_end;
      const std::size_t wanted_end =
          old_end < old_.size() ? static_cast<std::size_t>(match[old_end]) : wanted_.size();
      add_gap(i, old_end, j, wanted_end);
      if (old_end < old_.size()) add_value(old_[old_end], wanted_[wanted_end]);
      i = old_end + 1;
      j = wanted_end + 1;
    }
    std::string out(text_);
    for (auto change = changes_.rbegin(); change != changes_.rend(); ++change) {
      auto next = (*change)(out);
      if (!next) return std::nullopt;
      out = std::move(*next);
    }
    return out;
  }

 private:
  // Elements between two that are kept: as many as exist on both sides are overwritten, the others
  // are removed or inserted.
  void add_gap(std::size_t i, std::size_t old_end, std::size_t j, std::size_t wanted_end) {
    for (; i < old_end && j < wanted_end; ++i, ++j) add_other(old_[i], wanted_[j]);
    for (std::size_t gone = i; gone < old_end; ++gone) add_cut(old_[gone]);
    for (std::size_t come = j; come < wanted_end; ++come) add_insert(i, wanted_[come]);
  }

  void add_value(const Old& old, const New& wanted) {
    if (spelled(*old.value) == spell(*wanted.value)) return;
    changes_.push_back([old, wanted](std::string_view text) {
      if (auto kept = with_elements(text, *old.value, *wanted.value)) return kept;
      const auto span = span_of(text, *old.value, old.column);
      if (!span || (!old.value->flow && old.value->kind != YamlNode::Kind::scalar &&
                    old.value->kind != YamlNode::Kind::null))
        return std::optional<std::string>();
      return std::optional(splice(text, span->begin, span->end, spell(*wanted.value)));
    });
  }

  void add_other(const Old& old, const New& wanted) {
    if (old.key)
      changes_.push_back([old, wanted](std::string_view text) {
        const auto span = span_of(text, *old.key, old.key->column);
        if (!span) return std::optional<std::string>();
        return std::optional(splice(text, span->begin, span->end, spell(*wanted.key)));
      });
    add_value(old, wanted);
  }

  void add_cut(const Old& old) {
    changes_.push_back([old, flow = node_.flow](std::string_view text) {
      return std::optional(flow ? cut_flow_entry(text, old.begin, old.end)
                                : cut_lines(text, old.begin, old.end));
    });
  }

  // Inserts after the element before position `i`; at the front before the first.
  void add_insert(std::size_t i, const New& wanted) {
    const bool flow = node_.flow;
    const std::string line = (flow || wanted.key ? "" : "- ") + wanted.spelled();
    if (i == 0) {
      changes_.push_back(
          [line, flow, at = old_.front().begin, indent = indent_of_first()](std::string_view text) {
            return std::optional(flow ? splice(text, at, at, line + ", ")
                                      : insert_line_before(text, at, indent, line));
          });
      return;
    }
    changes_.push_back(
        [line, flow, at = old_[i - 1].end, indent = indent_of_first()](std::string_view text) {
          return std::optional(flow ? splice(text, at, at, ", " + line)
                                    : insert_line_after(text, at, indent, line));
        });
  }

  std::size_t indent_of_first() const {
    return old_.front().begin - start_of_line(text_, old_.front().begin);
  }

  std::string_view text_;
  const YamlNode& node_;
  std::vector<Old> old_;
  std::vector<New> wanted_;
  std::vector<Change> changes_;
};

}  // namespace

std::optional<std::string> with_elements(std::string_view text, const YamlNode& node,
                                         const Value& value) {
  const bool is_list = node.kind == YamlNode::Kind::sequence && value.get_if<List>();
  const bool is_map = node.kind == YamlNode::Kind::mapping && value.get_if<Map>();
  if (!is_list && !is_map) return std::nullopt;
  auto wanted = new_elements(value);
  auto old = old_elements(text, node);
  if (!old || old->empty() || wanted.empty()) return std::nullopt;
  return Elements(text, node, std::move(*old), std::move(wanted)).changed();
}

}  // namespace trainyard
