// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/value_tests.h"

#include <algorithm>
#include <iterator>

#include "engine/text/chat/arithmetic.h"
#include "engine/text/chat/iteration.h"
#include "engine/text/chat/text_parts.h"
#include "engine/text/chat/value_comparison.h"
#include "engine/text/chat/value_text.h"

namespace trainyard::chat {
namespace {

template <Kind... kinds>
bool is_of(const Any& value, const Any&, Runtime&) {
  return (value.is(kinds) || ...);
}

template <bool truth>
bool is_truth(const Any& value, const Any&, Runtime&) {
  return value.is(Kind::boolean) && value.truth() == truth;
}

bool is_defined(const Any& value, const Any&, Runtime&) { return !value.is(Kind::undefined); }

bool is_iterable_value(const Any& value, const Any&, Runtime&) { return is_iterable(value); }

bool has_remainder(const Any& value, const Any& divisor, int wanted, Runtime& runtime) {
  const Any remainder = calculate(Expression::Kind::modulo, value, divisor, runtime);
  return are_equal(remainder, Any::integer(wanted), runtime.work);
}

bool is_divisible(const Any& value, const Any& divisor, Runtime& runtime) {
  return has_remainder(value, divisor, 0, runtime);
}

template <int remainder>
bool has_parity(const Any& value, const Any&, Runtime& runtime) {
  return has_remainder(value, Any::integer(2), remainder, runtime);
}

template <bool is_upper>
bool is_of_case(const Any& value, const Any&, Runtime& runtime) {
  return is_all_of_case(str_of(value, runtime.work), is_upper);
}

bool is_in(const Any& value, const Any& container, Runtime& runtime) {
  return contains(container, value, runtime.work);
}

bool is_same_as(const Any& value, const Any& other, Runtime&) { return value.is_same(other); }

template <bool wanted>
bool is_equal(const Any& value, const Any& other, Runtime& runtime) {
  return are_equal(value, other, runtime.work) == wanted;
}

template <int order, bool or_equal>
bool is_ordered(const Any& value, const Any& other, Runtime& runtime) {
  const int found = compare(value, other, order < 0 ? "<" : ">", runtime.work);
  return found == order || (or_equal && found == 0);
}

constexpr ValueTest kTests[] = {
    {"defined", false, is_defined},
    {"undefined", false, is_of<Kind::undefined>},
    {"none", false, is_of<Kind::none>},
    {"boolean", false, is_of<Kind::boolean>},
    {"true", false, is_truth<true>},
    {"false", false, is_truth<false>},
    {"integer", false, is_of<Kind::integer>},
    {"float", false, is_of<Kind::real>},
    {"number", false, is_of<Kind::integer, Kind::real, Kind::boolean>},
    {"string", false, is_of<Kind::text>},
    {"mapping", false, is_of<Kind::dict>},
    {"sequence", false,
     is_of<Kind::list, Kind::tuple, Kind::text, Kind::dict, Kind::range, Kind::undefined>},
    {"iterable", false, is_iterable_value},
    {"odd", false, has_parity<1>},
    {"even", false, has_parity<0>},
    {"divisibleby", true, is_divisible},
    {"lower", false, is_of_case<false>},
    {"upper", false, is_of_case<true>},
    {"in", true, is_in},
    {"sameas", true, is_same_as},
    {"==", true, is_equal<true>},
    {"eq", true, is_equal<true>},
    {"equalto", true, is_equal<true>},
    {"!=", true, is_equal<false>},
    {"ne", true, is_equal<false>},
    {"<", true, is_ordered<-1, false>},
    {"lt", true, is_ordered<-1, false>},
    {"lessthan", true, is_ordered<-1, false>},
    {"<=", true, is_ordered<-1, true>},
    {"le", true, is_ordered<-1, true>},
    {">", true, is_ordered<1, false>},
    {"gt", true, is_ordered<1, false>},
    {"greaterthan", true, is_ordered<1, false>},
    {">=", true, is_ordered<1, true>},
    {"ge", true, is_ordered<1, true>},
};

}  // namespace

const ValueTest* find_test(std::string_view name) {
  const ValueTest* const place = std::ranges::find(kTests, name, &ValueTest::name);
  return place == std::end(kTests) ? nullptr : place;
}

bool holds_test(const ValueTest& test, const Any& value, Arguments& arguments, Runtime& runtime) {
  const char* const name = test.name.data();
  if (!test.has_argument) {
    take_no_arguments(name, arguments);
    return test.holds(value, {}, runtime);
  }
  const auto [argument] = bind(name, arguments, 1, {"value"});
  return test.holds(value, argument, runtime);
}

}  // namespace trainyard::chat
