// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/text/chat/filters.h"
#include "engine/text/chat/item_access.h"
#include "engine/text/chat/iteration.h"
#include "engine/text/chat/value_comparison.h"
#include "engine/text/chat/value_tests.h"

namespace trainyard::chat {
namespace {

// The generators of map and select: nothing happens, and nothing fails, before their first item is
// asked for.
struct LazyFilter : IteratorObject {
  LazyFilter(const Any& input, Arguments given, Runtime& runtime)
      : source(input), arguments(std::move(given)), runtime(runtime) {
    nesting = source.nesting() + 1;
    for (const Any& argument : arguments.positional)
      nesting = std::max(nesting, argument.nesting() + 1);
    for (const auto& [name, argument] : arguments.keywords)
      nesting = std::max(nesting, argument.nesting() + 1);
    if (nesting > 200) fail("chat.too_deep");
  }

  virtual void prepare() = 0;
  virtual bool take(Any& item) = 0;

  bool next(Any& item, Work& work) override {
    const Work::Deeper deeper(work);
    if (!is_begun) {
      is_begun = true;
      is_ended = !is_true(source, work);
      if (!is_ended) {
        prepare();
        cursor = Cursor(source);
      }
    }
    while (!is_ended && cursor.next(item, work))
      if (take(item)) return true;
    is_ended = true;
    return false;
  }

  Any source;
  Arguments arguments;
  Runtime& runtime;
  Cursor cursor;
  bool is_begun = false, is_ended = false;
};

struct MapIterator : LazyFilter {
  using LazyFilter::LazyFilter;

  void prepare() override {
    if (arguments.positional.empty()) {
      const auto [attribute, fallback] = bind("map", arguments, 1, {"attribute", "default"});
      path = attribute_path(attribute);
      otherwise = fallback;
      return;
    }
    const std::string name(text_argument("map", arguments.positional[0]));
    filter = find_filter(name);
    if (filter == nullptr) fail("chat.unknown_filter", {{"name", name}});
    arguments.positional.erase(arguments.positional.begin());
  }

  bool take(Any& item) override {
    if (filter != nullptr) {
      Arguments copy = arguments;
      item = filter->apply(item, copy, runtime);
      return true;
    }
    for (const Any& part : path) {
      item = item_of(item, part, runtime);
      if (is_there(otherwise) && item.is(Kind::undefined)) item = otherwise;
    }
    return true;
  }

  const Filter* filter = nullptr;
  std::vector<Any> path;
  Any otherwise;
};

struct SelectIterator : LazyFilter {
  SelectIterator(const Any& input, Arguments given, Runtime& runtime, bool wanted,
                 bool of_attribute)
      : LazyFilter(input, std::move(given), runtime), wanted(wanted), of_attribute(of_attribute) {}

  void prepare() override {
    auto& positional = arguments.positional;
    const auto take_first = [&] {
      Any first = positional[0];
      positional.erase(positional.begin());
      return first;
    };
    if (of_attribute) {
      if (positional.empty())
        fail("chat.no_argument", {{"name", "selectattr"}, {"argument", "attribute"}});
      path = attribute_path(take_first());
    }
    if (positional.empty()) return;
    const std::string name(text_argument("select", take_first()));
    test = find_test(name);
    if (test == nullptr) fail("chat.unknown_test", {{"name", name}});
  }

  bool take(Any& item) override {
    const Any value = followed(item, path, runtime);
    if (test == nullptr) return is_true(value, runtime.work) == wanted;
    Arguments copy = arguments;
    return test->holds(value, copy, runtime) == wanted;
  }

  bool wanted, of_attribute;
  const ValueTest* test = nullptr;
  std::vector<Any> path;
};

Any filter_map(const Any& input, Arguments& arguments, Runtime& runtime) {
  return Any::object(Kind::iterator, new MapIterator(input, std::move(arguments), runtime));
}

template <bool wanted, bool of_attribute>
Any filter_select(const Any& input, Arguments& arguments, Runtime& runtime) {
  return Any::object(Kind::iterator, new SelectIterator(input, std::move(arguments), runtime,
                                                        wanted, of_attribute));
}

constexpr Filter kSelectionFilters[] = {{"map", filter_map},
                                        {"select", filter_select<true, false>},
                                        {"reject", filter_select<false, false>},
                                        {"selectattr", filter_select<true, true>},
                                        {"rejectattr", filter_select<false, true>}};

}  // namespace

std::span<const Filter> selection_filters() { return kSelectionFilters; }

}  // namespace trainyard::chat
