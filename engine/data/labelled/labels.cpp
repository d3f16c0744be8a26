// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/labelled/labels.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <ranges>

#include "engine/system/comma_list.h"
#include "engine/contract/messages.h"
#include "engine/contract/results/row_kind.h"

namespace trainyard {

namespace {

// Limits the number of names in a message.
constexpr std::size_t max_named = 20;

std::string named(const std::vector<std::string>& names) {
  const std::string list = comma_list(std::views::take(names, max_named));
  return names.size() > max_named ? list + ", ..." : list;
}

std::optional<std::int64_t> integer_of(const std::string& name) {
  std::int64_t number = 0;
  const char* end = name.data() + name.size();
  const auto [stop, problem] = std::from_chars(name.data(), end, number);
  return problem == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

}  // namespace

Result<Labels> Labels::create(std::vector<std::string> names) {
  if (names.size() > max_labels)
    return make_error("data.too_many_labels",
                      {{"field", "task.labels"}, {"limit", static_cast<std::int64_t>(max_labels)}});
  Labels labels;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!labels.indices_.emplace(names[i], static_cast<std::int64_t>(i)).second)
      return make_error("data.label_twice", {{"label", names[i]}});
  labels.names_ = std::move(names);
  return labels;
}

Result<std::int64_t> Labels::index_of(const std::string& name, const LabelledRecord& record) const {
  const auto place = indices_.find(name);
  if (place != indices_.end()) return place->second;
  return record_error(
      record, make_error("record.unknown_label", {{"label", name}, {"labels", named(names_)}}));
}

Result<void> LabelCollection::add(const LabelledRecord& record, const std::string& column) {
  names_.insert(record.labels.begin(), record.labels.end());
  if (names_.size() <= max_labels) return {};
  return record_error(
      record, make_error("record.too_many_labels",
                         {{"column", column}, {"limit", static_cast<std::int64_t>(max_labels)}}));
}

std::vector<std::string> LabelCollection::sorted() const {
  std::vector<std::string> names(names_.begin(), names_.end());
  if (std::ranges::all_of(names, [](const auto& name) { return integer_of(name).has_value(); }))
    std::ranges::stable_sort(names, {}, [](const auto& name) { return *integer_of(name); });
  return names;
}

}  // namespace trainyard
