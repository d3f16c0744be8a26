// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/text/chat/arithmetic.h"
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

Any filter_default(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [otherwise, also_false] = bind("default", arguments, 0, {"default_value", "boolean"});
  const bool is_used =
      input.is(Kind::undefined) ||
      (truth_argument(also_false, false, runtime.work) && !is_true(input, runtime.work));
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
  if (input.is_sequence() && input.num_items() > 0) return input.item(input.num_items() - 1);
  Any reversed;
  if (!reversed_of(input, reversed, runtime.work)) fail_argument("last", input);
  Any item;
  return reversed.as<IteratorObject>().next(item, runtime.work)
             ? item
             : Any::undefined("the last of no items");
}

Any filter_list(const Any& input, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("list", arguments);
  return Any::list(items_of(input, runtime.work));
}

Any filter_items(const Any& input, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("items", arguments);
  std::vector<Any> items;
  if (input.is(Kind::dict)) {
    runtime.work.spend(input.num_entries());
    for (std::size_t i = 0; i < input.num_entries(); ++i)
      items.push_back(Any::tuple({input.key(i), input.value(i)}));
  } else if (!input.is(Kind::undefined)) {
    fail_argument("items", input);
  }
  return iterator_over(std::move(items));
}

Any filter_reverse(const Any& input, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("reverse", arguments);
  if (input.is(Kind::text))
    return slice_of(input, Any::none(), Any::none(), Any::integer(-1), runtime);
  Any reversed;
  if (reversed_of(input, reversed, runtime.work)) return reversed;
  std::vector<Any> items = items_of(input, runtime.work);
  std::ranges::reverse(items);
  return Any::list(std::move(items));
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

Any filter_batch(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [size, filler] = bind("batch", arguments, 1, {"linecount", "fill_with"});
  const std::int64_t count = whole_argument("batch", size);
  std::vector<Any> rows, row;
  Cursor cursor(input);
  Any item;
  while (cursor.next(item, runtime.work)) {
    if (static_cast<std::int64_t>(row.size()) == count)
      rows.push_back(Any::list(std::exchange(row, {})));
    row.push_back(item);
  }
  if (!row.empty()) {
    while (is_there(filler) && static_cast<std::int64_t>(row.size()) < count) {
      runtime.work.spend(1);
      row.push_back(filler);
    }
    rows.push_back(Any::list(std::move(row)));
  }
  return iterator_over(std::move(rows));
}

Any filter_slice(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [number, filler] = bind("slice", arguments, 1, {"slices", "fill_with"});
  const std::int64_t slices = whole_argument("slice", number);
  const std::vector<Any> items = items_of(input, runtime.work);
  if (slices == 0) fail("chat.division_by_zero");
  std::vector<Any> parts;
  if (slices < 0) return iterator_over({});
  const auto count = static_cast<std::size_t>(slices);
  runtime.work.spend(count);
  const std::size_t each = items.size() / count, longer = items.size() % count;
  std::size_t at = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t size = each + (i < longer ? 1 : 0);
    std::vector<Any> part(items.begin() + static_cast<std::ptrdiff_t>(at),
                          items.begin() + static_cast<std::ptrdiff_t>(at + size));
    if (is_there(filler) && i >= longer) part.push_back(filler);
    parts.push_back(Any::list(std::move(part)));
    at += size;
  }
  return iterator_over(std::move(parts));
}

Any filter_attr(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [name] = bind("attr", arguments, 1, {"name"});
  // Items do not count here.
  if (input.is(Kind::dict) && text_argument("attr", name).starts_with("__"))
    return Any::unsafe(name.text());
  const std::string_view text = text_argument("attr", name);
  Any found = attribute_of(input, text, runtime);
  Any as_item;
  return input.is(Kind::dict) && !found.is(Kind::method) && input.find(text, as_item)
             ? Any::undefined_named(std::string(text))
             : found;
}

constexpr Filter kSequenceFilters[] = {
    {"length", filter_length}, {"count", filter_length}, {"default", filter_default},
    {"d", filter_default},     {"first", filter_first},  {"last", filter_last},
    {"list", filter_list},     {"items", filter_items},  {"reverse", filter_reverse},
    {"join", filter_join},     {"sum", filter_sum},      {"batch", filter_batch},
    {"slice", filter_slice},   {"attr", filter_attr},
};

}  // namespace

std::span<const Filter> sequence_filters() { return kSequenceFilters; }

}  // namespace trainyard::chat
