// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/value_comparison.h"

#include <algorithm>
#include <cmath>

#include "engine/text/chat/iteration.h"

namespace trainyard::chat {
namespace {

// Exact for every int and float.
int compare_numbers(const Any& a, const Any& b) {
  if (a.is_integral() && b.is_integral())
    return a.to_integer() < b.to_integer() ? -1 : a.to_integer() > b.to_integer() ? 1 : 0;
  const auto wide = [](const Any& value) {
    return value.is(Kind::real) ? static_cast<long double>(value.number())
                                : static_cast<long double>(value.to_integer());
  };
  const long double left = wide(a), right = wide(b);
  if (std::isnan(left) || std::isnan(right)) return 2;
  return left < right ? -1 : left > right ? 1 : 0;
}

bool are_equal_items(const Any& a, const Any& b, Work& work) {
  if (a.num_items() != b.num_items()) return false;
  for (std::size_t i = 0; i < a.num_items(); ++i)
    if (!are_equal(a.item(i), b.item(i), work)) return false;
  return true;
}

bool are_equal_dicts(const Any& a, const Any& b, Work& work) {
  if (a.num_entries() != b.num_entries()) return false;
  for (std::size_t i = 0; i < a.num_entries(); ++i) {
    Any other;
    if (!find_key(b, a.key(i), other, work) || !are_equal(a.value(i), other, work)) return false;
  }
  return true;
}

}  // namespace

bool find_key(const Any& dict, const Any& key, Any& value, Work& work) {
  work.spend(dict.num_entries() / 16);
  if (key.is(Kind::text)) return dict.find(key.text(), value);
  for (std::size_t i = 0; i < dict.num_entries(); ++i) {
    if (!are_equal(dict.key(i), key, work)) continue;
    value = dict.value(i);
    return true;
  }
  return false;
}

void must_be_defined(const Any& value) {
  if (value.is(Kind::undefined)) fail("chat.undefined", {{"name", std::string(value.text())}});
}

bool is_true(const Any& value) {
  switch (value.kind()) {
    case Kind::missing:
    case Kind::undefined:
    case Kind::none:
      return false;
    case Kind::boolean:
    case Kind::integer:
      return value.to_integer() != 0;
    case Kind::real:
      return value.number() != 0;
    case Kind::text:
      return !value.text().empty();
    case Kind::dict:
      return value.num_entries() != 0;
    default:
      return !value.has_items() || value.num_items() != 0;
  }
}

bool are_equal(const Any& a, const Any& b, Work& work) {
  work.spend(1);
  if (a.is(Kind::text)) {
    if (!b.is(Kind::text)) return false;
    work.spend_bytes(std::min(a.text().size(), b.text().size()));
    return a.text() == b.text();
  }
  if (a.is_number()) return b.is_number() && compare_numbers(a, b) == 0;
  if (a.kind() != b.kind()) return false;
  const Work::Deeper deeper(work);
  switch (a.kind()) {
    case Kind::undefined:
      return true;
    case Kind::list:
    case Kind::tuple:
    case Kind::range:
      return are_equal_items(a, b, work);
    case Kind::dict:
      return are_equal_dicts(a, b, work);
    case Kind::method: {
      const auto &left = a.as<MethodObject>(), &right = b.as<MethodObject>();
      return left.method == right.method && left.self.is_same(right.self);
    }
    default:
      return a.is_same(b);
  }
}

int compare(const Any& a, const Any& b, const char* operation, Work& work) {
  work.spend(1);
  must_be_defined(a);
  must_be_defined(b);
  if (a.is_number() && b.is_number()) return compare_numbers(a, b);
  if (a.is(Kind::text) && b.is(Kind::text)) {
    work.spend_bytes(std::min(a.text().size(), b.text().size()));
    const int order = a.text().compare(b.text());
    return order < 0 ? -1 : order > 0 ? 1 : 0;
  }
  if (a.kind() == b.kind() && a.is_sequence()) {
    const Work::Deeper deeper(work);
    const std::size_t both = std::min(a.num_items(), b.num_items());
    for (std::size_t i = 0; i < both; ++i)
      if (!are_equal(a.item(i), b.item(i), work))
        return compare(a.item(i), b.item(i), operation, work);
    return a.num_items() < b.num_items() ? -1 : a.num_items() > b.num_items() ? 1 : 0;
  }
  fail("chat.no_operation",
       {{"operation", operation}, {"left", type_name(a)}, {"right", type_name(b)}});
}

bool contains(const Any& container, const Any& value, Work& work) {
  if (container.is(Kind::text)) {
    if (!value.is(Kind::text))
      fail("chat.no_operation",
           {{"operation", "in"}, {"left", type_name(value)}, {"right", "str"}});
    work.spend_bytes(container.text().size());
    return container.text().find(value.text()) != std::string_view::npos;
  }
  if (container.is(Kind::dict)) {
    must_be_hashable(value);
    Any ignored;
    return find_key(container, value, ignored, work);
  }
  Cursor cursor(container);
  Any item;
  while (cursor.next(item, work))
    if (are_equal(item, value, work)) return true;
  return false;
}

}  // namespace trainyard::chat
