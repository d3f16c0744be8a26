// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "engine/text/chat/filters.h"
#include "engine/text/chat/item_access.h"
#include "engine/text/chat/iteration.h"
#include "engine/text/chat/value_comparison.h"

namespace trainyard::chat {
namespace {

// The places of `keys` in Python's stable order; equal ones stay in theirs also when it is
// reversed.
std::vector<std::size_t> sorted_places(const std::vector<Any>& keys, bool is_reversed, Work& work) {
  std::vector<std::size_t> places(keys.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::stable_sort(places, [&](std::size_t a, std::size_t b) {
    return is_reversed ? compare(keys[b], keys[a], "<", work) == -1
                       : compare(keys[a], keys[b], "<", work) == -1;
  });
  return places;
}

std::vector<Any> in_order(const std::vector<Any>& items, const std::vector<Any>& keys,
                          bool is_reversed, Work& work) {
  std::vector<Any> sorted;
  for (const std::size_t place : sorted_places(keys, is_reversed, work))
    sorted.push_back(items[place]);
  return sorted;
}

struct KeyOf {
  std::vector<Any> path;
  bool with_case = false;
  Runtime& runtime;
  Any otherwise{};

  Any operator()(const Any& item) const {
    Any key = item;
    for (const Any& part : path) {
      key = item_of(key, part, runtime);
      if (is_there(otherwise) && key.is(Kind::undefined)) key = otherwise;
    }
    return with_case ? key : without_case(key, runtime.work);
  }
};

Any filter_sort(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [reverse, with_case, attribute] =
      bind("sort", arguments, 0, {"reverse", "case_sensitive", "attribute"});
  const bool keeps_case = truth_argument(with_case, false, runtime.work);
  // Several attributes, each of which may be a path.
  std::vector<KeyOf> keys_of;
  if (is_there(attribute) && attribute.is(Kind::text)) {
    std::string_view rest = attribute.text();
    for (bool more = true; more;) {
      const std::size_t comma = rest.find(',');
      keys_of.push_back(
          {attribute_path(Any::text(std::string(rest.substr(0, comma)))), keeps_case, runtime});
      more = comma != std::string_view::npos;
      if (more) rest.remove_prefix(comma + 1);
    }
  } else {
    keys_of.push_back({attribute_path(attribute), keeps_case, runtime});
  }
  const std::vector<Any> items = items_of(input, runtime.work);
  std::vector<Any> keys;
  for (const Any& item : items) {
    std::vector<Any> parts;
    for (const KeyOf& key_of : keys_of) parts.push_back(key_of(item));
    keys.push_back(Any::list(std::move(parts)));
  }
  return Any::list(
      in_order(items, keys, truth_argument(reverse, false, runtime.work), runtime.work));
}

Any filter_dictsort(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [with_case, by, reverse] =
      bind("dictsort", arguments, 0, {"case_sensitive", "by", "reverse"});
  const std::string_view column = is_given(by) ? text_argument("dictsort", by) : "key";
  if (column != "key" && column != "value") fail_argument("dictsort", by);
  if (!input.is(Kind::dict)) fail_argument("dictsort", input);
  const KeyOf key_of{{}, truth_argument(with_case, false, runtime.work), runtime};
  std::vector<Any> items, keys;
  for (std::size_t i = 0; i < input.num_entries(); ++i) {
    items.push_back(Any::tuple({input.key(i), input.value(i)}));
    keys.push_back(key_of(column == "key" ? input.key(i) : input.value(i)));
  }
  return Any::list(
      in_order(items, keys, truth_argument(reverse, false, runtime.work), runtime.work));
}

Any filter_unique(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [with_case, attribute] = bind("unique", arguments, 0, {"case_sensitive", "attribute"});
  const KeyOf key_of{attribute_path(attribute), truth_argument(with_case, false, runtime.work),
                     runtime};
  std::unordered_multimap<std::size_t, Any> seen;
  std::vector<Any> items;
  Cursor cursor(input);
  Any item;
  while (cursor.next(item, runtime.work)) {
    const Any key = key_of(item);
    const std::size_t hash = hash_of(key, runtime.work);
    const auto [first, last] = seen.equal_range(hash);
    if (std::any_of(first, last,
                    [&](const auto& entry) { return are_equal(entry.second, key, runtime.work); }))
      continue;
    seen.emplace(hash, key);
    items.push_back(item);
  }
  return iterator_over(std::move(items));
}

template <int wanted>
Any filter_extreme(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [with_case, attribute] =
      bind("min and max", arguments, 0, {"case_sensitive", "attribute"});
  const KeyOf key_of{attribute_path(attribute), truth_argument(with_case, false, runtime.work),
                     runtime};
  Cursor cursor(input);
  Any best, best_key, item;
  while (cursor.next(item, runtime.work)) {
    Any key = key_of(item);
    if (is_given(best) && compare(key, best_key, wanted < 0 ? "<" : ">", runtime.work) != wanted)
      continue;
    best = item;
    best_key = std::move(key);
  }
  return is_given(best) ? best : Any::undefined("the least or largest of no items");
}

Any filter_groupby(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [attribute, otherwise, with_case] =
      bind("groupby", arguments, 1, {"attribute", "default", "case_sensitive"});
  const bool keeps_case = truth_argument(with_case, false, runtime.work);
  const KeyOf key_of{attribute_path(attribute), keeps_case, runtime, otherwise};
  const KeyOf name_of{attribute_path(attribute), true, runtime, otherwise};
  const std::vector<Any> items = items_of(input, runtime.work);
  std::vector<Any> keys;
  for (const Any& item : items) keys.push_back(key_of(item));
  std::vector<Any> groups, group;
  Any group_key;
  const auto finish = [&] {
    if (group.empty()) return;
    Any name = name_of(group[0]);
    Any made = Any::tuple({std::move(name), Any::list(std::exchange(group, {}))});
    made.as<ListObject>().is_group = true;
    groups.push_back(std::move(made));
  };
  for (const std::size_t place : sorted_places(keys, false, runtime.work)) {
    if (!group.empty() && !are_equal(keys[place], group_key, runtime.work)) finish();
    if (group.empty()) group_key = keys[place];
    group.push_back(items[place]);
  }
  finish();
  return Any::list(std::move(groups));
}

constexpr Filter kOrderFilters[] = {
    {"sort", filter_sort},       {"dictsort", filter_dictsort}, {"unique", filter_unique},
    {"min", filter_extreme<-1>}, {"max", filter_extreme<1>},    {"groupby", filter_groupby},
};

}  // namespace

std::span<const Filter> order_filters() { return kOrderFilters; }

}  // namespace trainyard::chat
