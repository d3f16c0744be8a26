// SPDX-License-Identifier: GPL-3.0-or-later
// map, select etc. In Jinja they process items lazily; here all at once, which only differs if an
// item that is never requested fails.
#include "engine/text/chat/filters.h"
#include "engine/text/chat/item_access.h"
#include "engine/text/chat/iteration.h"
#include "engine/text/chat/value_comparison.h"
#include "engine/text/chat/value_tests.h"

namespace trainyard::chat {
namespace {

Any take_first(std::vector<Any>& arguments) {
  Any first = std::move(arguments.front());
  arguments.erase(arguments.begin());
  return first;
}

std::vector<Any> mapped_to_attribute(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [attribute, otherwise] = bind("map", arguments, 1, {"attribute", "default"});
  const std::vector<Any> path = attribute_path(attribute);
  std::vector<Any> items = items_of(input, runtime.work);
  for (Any& item : items)
    for (const Any& part : path) {
      item = item_of(item, part, runtime);
      if (is_there(otherwise) && item.is(Kind::undefined)) item = otherwise;
    }
  return items;
}

Any filter_map(const Any& input, Arguments& arguments, Runtime& runtime) {
  if (!is_true(input)) return iterator_over({});
  if (arguments.positional.empty())
    return iterator_over(mapped_to_attribute(input, arguments, runtime));
  const Any name = take_first(arguments.positional);
  const Filter* const filter = find_filter(text_argument("map", name));
  if (filter == nullptr) fail("chat.unknown_filter", {{"name", std::string(name.text())}});
  std::vector<Any> items = items_of(input, runtime.work);
  for (Any& item : items) {
    Arguments copy = arguments;
    item = filter->apply(item, copy, runtime);
  }
  return iterator_over(std::move(items));
}

template <bool wanted, bool of_attribute>
Any filter_select(const Any& input, Arguments& arguments, Runtime& runtime) {
  if (!is_true(input)) return iterator_over({});
  auto& positional = arguments.positional;
  std::vector<Any> path;
  if (of_attribute) {
    if (positional.empty())
      fail("chat.no_argument", {{"name", "selectattr"}, {"argument", "attribute"}});
    path = attribute_path(take_first(positional));
  }
  const ValueTest* test = nullptr;
  if (!positional.empty()) {
    const Any name = take_first(positional);
    test = find_test(text_argument("select", name));
    if (test == nullptr) fail("chat.unknown_test", {{"name", std::string(name.text())}});
  }
  std::vector<Any> items;
  Cursor cursor(input);
  Any item;
  while (cursor.next(item, runtime.work)) {
    const Any value = followed(item, path, runtime);
    Arguments copy = arguments;
    if ((test == nullptr ? is_true(value) : holds_test(*test, value, copy, runtime)) == wanted)
      items.push_back(item);
  }
  return iterator_over(std::move(items));
}

constexpr Filter kSelectionFilters[] = {{"map", filter_map},
                                        {"select", filter_select<true, false>},
                                        {"reject", filter_select<false, false>},
                                        {"selectattr", filter_select<true, true>},
                                        {"rejectattr", filter_select<false, true>}};

}  // namespace

std::span<const Filter> selection_filters() { return kSelectionFilters; }

}  // namespace trainyard::chat
