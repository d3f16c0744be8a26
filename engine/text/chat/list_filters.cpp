// SPDX-License-Identifier: GPL-3.0-or-later
// Filters for lists and other values with items.
#include <algorithm>
#include <numeric>

#include "engine/text/chat/arithmetic.h"
#include "engine/text/unicode/python_characters.h"
#include "engine/text/chat/filters.h"
#include "engine/text/chat/item_access.h"
#include "engine/text/chat/iteration.h"
#include "engine/text/chat/value_comparison.h"
#include "engine/text/chat/value_text.h"

namespace trainyard::chat {
namespace {

Any filter_length(const Any& input, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("length", arguments);
  std::size_t length = 0;
  if (!length_of(input, length, runtime.work)) fail_argument("length", input);
  return Any::integer(static_cast<std::int64_t>(length));
}

Any filter_default(const Any& input, Arguments& arguments, Runtime&) {
  const auto [otherwise, also_false] = bind("default", arguments, 0, {"default_value", "boolean"});
  const bool is_used = input.is(Kind::undefined) || (truth_argument(also_false) && !is_true(input));
  if (!is_used) return input;
  return is_given(otherwise) ? otherwise : Any::borrowed("");
}

Any filter_first(const Any& input, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("first", arguments);
  Cursor cursor(input);
  Any item;
  return cursor.next(item, runtime.work) ? item : Any::undefined("the first of no items");
}

Any filter_last(const Any& input, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("last", arguments);
  if (input.is(Kind::iterator)) fail_argument("last", input);
  std::vector<Any> items = items_of(input, runtime.work);
  return items.empty() ? Any::undefined("the last of no items") : items.back();
}

Any filter_list(const Any& input, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("list", arguments);
  return Any::list(items_of(input, runtime.work));
}

Any filter_items(const Any& input, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("items", arguments);
  if (input.is(Kind::undefined)) return iterator_over({});
  if (!input.is(Kind::dict)) fail_argument("items", input);
  return iterator_over(pairs_of(input, runtime.work));
}

Any filter_reverse(const Any& input, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("reverse", arguments);
  if (input.is(Kind::text))
    return slice_of(input, Any::none(), Any::none(), Any::integer(-1), runtime);
  std::vector<Any> items = items_of(input, runtime.work);
  std::ranges::reverse(items);
  return input.is(Kind::iterator) ? Any::list(std::move(items)) : iterator_over(std::move(items));
}

Any filter_join(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [between, attribute] = bind("join", arguments, 0, {"d", "attribute"});
  const std::string separator = is_given(between) ? str_of(between, runtime.work) : "";
  const std::vector<Any> path = attribute_path(attribute);
  std::string out;
  Cursor cursor(input);
  Any item;
  for (bool is_first = true; cursor.next(item, runtime.work); is_first = false) {
    if (!is_first) out += separator;
    append_str(followed(item, path, runtime), out, runtime.work);
    runtime.work.spend_bytes(separator.size());
  }
  return Any::text(std::move(out));
}

Any filter_sum(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [attribute, start] = bind("sum", arguments, 0, {"attribute", "start"});
  Any total = is_given(start) ? start : Any::integer(0);
  if (total.is(Kind::text)) fail_argument("sum", total);
  const std::vector<Any> path = attribute_path(attribute);
  Cursor cursor(input);
  Any item;
  while (cursor.next(item, runtime.work))
    total = calculate(Expression::Kind::add, total, followed(item, path, runtime), runtime);
  return total;
}

// The sort key of items: one of their attributes, and texts without case.
struct KeyOf {
  KeyOf(const Any& attribute, const Any& with_case, Runtime& used)
      : path(attribute_path(attribute)), keeps_case(truth_argument(with_case)), runtime(used) {
    if (attribute.is(Kind::text) && attribute.text().find(',') != std::string_view::npos)
      fail_unsupported("an order by several attributes");
  }
  Any operator()(const Any& item) const {
    const Any key = followed(item, path, runtime);
    if (keeps_case || !key.is(Kind::text)) return key;
    runtime.work.spend_bytes(key.text().size());
    return Any::text(python::lower_case(key.text()));
  }
  std::vector<Any> path;
  bool keeps_case;
  Runtime& runtime;
};

// Sorts like Python, stable; equal items keep their order even when reversed.
Any sorted(const std::vector<Any>& items, const std::vector<Any>& keys, bool is_reversed,
           Work& work) {
  std::vector<std::size_t> places(keys.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::stable_sort(places, [&](std::size_t a, std::size_t b) {
    if (is_reversed) std::swap(a, b);
    return compare(keys[a], keys[b], "<", work) == -1;
  });
  std::vector<Any> result;
  for (const std::size_t place : places) result.push_back(items[place]);
  return Any::list(std::move(result));
}

Any filter_sort(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [reverse, with_case, attribute] =
      bind("sort", arguments, 0, {"reverse", "case_sensitive", "attribute"});
  const KeyOf key_of(attribute, with_case, runtime);
  const std::vector<Any> items = items_of(input, runtime.work);
  std::vector<Any> keys;
  // In lists, as Jinja compares them: equal keys need no order.
  for (const Any& item : items) keys.push_back(Any::list({key_of(item)}));
  return sorted(items, keys, truth_argument(reverse), runtime.work);
}

Any filter_dictsort(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [with_case, by, reverse] =
      bind("dictsort", arguments, 0, {"case_sensitive", "by", "reverse"});
  const std::string_view column = is_given(by) ? text_argument("dictsort", by) : "key";
  if (column != "key" && column != "value") fail_argument("dictsort", by);
  if (!input.is(Kind::dict)) fail_argument("dictsort", input);
  const KeyOf key_of({}, with_case, runtime);
  std::vector<Any> keys;
  for (std::size_t i = 0; i < input.num_entries(); ++i)
    keys.push_back(key_of(column == "key" ? input.key(i) : input.value(i)));
  return sorted(pairs_of(input, runtime.work), keys, truth_argument(reverse), runtime.work);
}

Any filter_unique(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [with_case, attribute] = bind("unique", arguments, 0, {"case_sensitive", "attribute"});
  const KeyOf key_of(attribute, with_case, runtime);
  std::vector<Any> items, keys;
  Cursor cursor(input);
  Any item;
  while (cursor.next(item, runtime.work)) {
    Any key = key_of(item);
    must_be_hashable(key);
    if (std::ranges::any_of(keys,
                            [&](const Any& other) { return are_equal(other, key, runtime.work); }))
      continue;
    keys.push_back(std::move(key));
    items.push_back(item);
  }
  return iterator_over(std::move(items));
}

template <int wanted>
Any filter_extreme(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [with_case, attribute] =
      bind("min and max", arguments, 0, {"case_sensitive", "attribute"});
  const KeyOf key_of(attribute, with_case, runtime);
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

constexpr Filter kListFilters[] = {
    {"length", filter_length},     {"count", filter_length},  {"default", filter_default},
    {"d", filter_default},         {"first", filter_first},   {"last", filter_last},
    {"list", filter_list},         {"items", filter_items},   {"reverse", filter_reverse},
    {"join", filter_join},         {"sum", filter_sum},       {"sort", filter_sort},
    {"dictsort", filter_dictsort}, {"unique", filter_unique}, {"min", filter_extreme<-1>},
    {"max", filter_extreme<1>},
};

}  // namespace

std::span<const Filter> list_filters() { return kListFilters; }

}  // namespace trainyard::chat
