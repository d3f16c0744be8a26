// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/search_space.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/experiment/nearest.h"
#include "engine/contract/experiment/scalar.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

const std::vector<std::string>& entry_keys() {
  static const std::vector<std::string> keys{"low", "high", "log", "step", "choices", "when"};
  return keys;
}

bool is_scalar(const Value& value) { return !value.get_if<List>() && !value.get_if<Map>(); }

class EntryReader {
 public:
  explicit EntryReader(const std::string& path) : path_(path) { entry_.parameter.path = path; }

  SearchEntry read(const Value& value) {
    if (const auto* choices = value.get_if<List>()) {
      read_choices(*choices);
    } else if (const auto* map = value.get_if<Map>()) {
      read_map(*map);
    } else {
      wrong_form(value);
    }
    return std::move(entry_);
  }

 private:
  void problem(const char* code, Map more) {
    Map arguments{{"path", path_}};
    arguments.insert(arguments.end(), more.begin(), more.end());
    entry_.problems.push_back(make_error(code, std::move(arguments)));
  }
  void wrong_form(const Value& found) {
    problem("search.form",
            {{"found", spell(found)}, {"example", "{low: 1, high: 8} or [1, 2, 4, 8]"}});
  }

  void read_map(const Map& map) {
    for (const auto& [key, value] : map) {
      if (std::ranges::find(entry_keys(), key) != entry_keys().end()) continue;
      const auto near = nearest(key, entry_keys());
      Map arguments{{"key", key}};
      if (near) arguments.emplace_back("nearest", *near);
      problem(near ? "search.key_near" : "search.key", std::move(arguments));
    }
    if (const Value* conditions = find(map, "when")) read_conditions(*conditions);
    const Value* choices = find(map, "choices");
    const bool has_range = find(map, "low") || find(map, "high");
    if (!choices && has_range) return read_range(map);
    const auto* list = choices ? choices->get_if<List>() : nullptr;
    if (!list || has_range || find(map, "log") || find(map, "step")) return wrong_form(map);
    read_choices(*list);
  }

  void read_choices(const List& choices) {
    entry_.parameter.distribution.kind = SearchDistribution::Kind::categorical;
    List& known = entry_.parameter.distribution.choices;
    if (choices.empty()) problem("search.no_choices", {});
    for (const Value& choice : choices) {
      if (!is_scalar(choice))
        problem("search.choice_kind", {{"found", spell(choice)}});
      else if (std::ranges::find(known, choice) != known.end())
        problem("search.choice_twice", {{"found", spell(choice)}});
      else
        known.push_back(choice);
    }
  }

  std::optional<double> read_number(const Map& map, const char* key) {
    const Value* value = find(map, key);
    const auto number = value ? finite_number(*value) : std::nullopt;
    if (!number)
      problem("search.bound", {{"key", key}, {"found", value ? spell(*value) : "nothing"}});
    return number;
  }

  void read_range(const Map& map) {
    SearchDistribution& distribution = entry_.parameter.distribution;
    const auto low = read_number(map, "low"), high = read_number(map, "high");
    if (find(map, "step")) distribution.step = read_number(map, "step");
    if (const Value* log = find(map, "log")) {
      const bool* is_log = log->get_if<bool>();
      if (!is_log) problem("search.log_flag", {{"found", spell(*log)}});
      distribution.log = is_log && *is_log;
    }
    if (!entry_.problems.empty() || !low || !high) return;
    distribution.low = *low;
    distribution.high = *high;
    if (!find_kind(map)) return;
    check_range();
  }

  // A range of whole numbers if the field is one, or if an entry of a mapping is written as one.
  bool find_kind(const Map& map) {
    SearchDistribution& distribution = entry_.parameter.distribution;
    const FieldInfo* field = find_search_field(path_);
    const Kind kind = field ? field->kind : Kind::value_map;
    if (kind == Kind::real) return true;
    if (kind == Kind::boolean || kind == Kind::text || kind == Kind::choice) {
      problem("search.no_range", {});
      return false;
    }
    constexpr std::array numbers{"low", "high", "step"};
    const bool is_typed = kind == Kind::integer || kind == Kind::auto_integer;
    bool is_whole = true;
    for (const char* key : numbers) {
      const Value* value = find(map, key);
      if (!value || value->get_if<std::int64_t>()) continue;
      if (is_typed) problem("search.whole", {{"key", key}, {"found", spell(*value)}});
      is_whole = false;
    }
    if (is_typed || is_whole) distribution.kind = SearchDistribution::Kind::integer;
    return is_whole || !is_typed;
  }

  void check_range() {
    const SearchDistribution& range = entry_.parameter.distribution;
    const bool is_integer = range.kind == SearchDistribution::Kind::integer;
    if (range.low > range.high)
      return problem("search.order", {{"low", range.low}, {"high", range.high}});
    if (range.step && (*range.step <= 0 || *range.step > range.high - range.low))
      problem("search.step", {{"found", *range.step}, {"range", range.high - range.low}});
    if (!range.log) return;
    if (range.step) problem("search.log_step", {});
    if (is_integer ? range.low < 1 : range.low <= 0)
      problem("search.log_low",
              {{"minimum", is_integer ? "at least 1" : "above 0"}, {"found", range.low}});
  }

  void read_conditions(const Value& when) {
    const auto* map = when.get_if<Map>();
    if (!map || map->empty())
      return problem("search.when",
                     {{"example", "{optimizer.kind: adamw}"}, {"found", spell(when)}});
    for (const auto& [parent, value] : *map) {
      SearchCondition condition{parent, {}};
      if (const auto* list = value.get_if<List>())
        condition.values = *list;
      else
        condition.values.push_back(value);
      if (condition.values.empty() || !std::ranges::all_of(condition.values, is_scalar))
        problem("search.when", {{"example", "{optimizer.kind: adamw}"}, {"found", spell(when)}});
      entry_.parameter.conditions.push_back(std::move(condition));
    }
  }

  const std::string& path_;
  SearchEntry entry_;
};

}  // namespace

std::optional<double> finite_number(const Value& value) {
  std::optional<double> number;
  if (const auto* whole = value.get_if<std::int64_t>())
    number = static_cast<double>(*whole);
  else if (const auto* real = value.get_if<double>())
    number = *real;
  return number && std::isfinite(*number) ? number : std::nullopt;
}

const FieldInfo* find_search_field(const std::string& path) {
  if (const FieldInfo* field = find_field(path)) return field;
  for (auto dot = path.find('.'); dot != path.npos; dot = path.find('.', dot + 1)) {
    const FieldInfo* field = find_field(std::string_view(path).substr(0, dot));
    const bool is_mapping =
        field && (field->kind == Kind::value_map || field->kind == Kind::text_map);
    if (is_mapping && dot + 1 < path.size()) return field;
  }
  return nullptr;
}

SearchEntry read_search_entry(const std::string& path, const Value& value) {
  return EntryReader(path).read(value);
}

std::vector<SearchParameter> search_parameters(const SearchSection& section) {
  std::vector<SearchParameter> parameters;
  for (const auto& [path, value] : section.space)
    if (SearchEntry entry = read_search_entry(path, value); entry.problems.empty())
      parameters.push_back(std::move(entry.parameter));
  return parameters;
}

}  // namespace trainyard
