// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/value_tests.h"

#include <algorithm>
#include <iterator>

#include "engine/text/chat/arithmetic.h"
#include "engine/text/unicode/python_characters.h"
#include "engine/text/chat/filters.h"
#include "engine/text/chat/iteration.h"
#include "engine/text/chat/text_search.h"
#include "engine/text/chat/value_comparison.h"
#include "engine/text/chat/value_text.h"

namespace trainyard::chat {
namespace {

bool remainder_is(const Any& value, const Any& divisor, std::int64_t wanted, Runtime& runtime) {
  const Any remainder = calculate(Expression::Kind::modulo, value, divisor, runtime);
  return are_equal(remainder, Any::integer(wanted), runtime.work);
}

template <std::int64_t wanted>
bool test_parity(const Any& value, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("odd and even", arguments);
  return remainder_is(value, Any::integer(2), wanted, runtime);
}

bool test_divisible(const Any& value, Arguments& arguments, Runtime& runtime) {
  const auto [divisor] = bind("divisibleby", arguments, 1, {"num"});
  return remainder_is(value, divisor, 0, runtime);
}

template <Kind... kinds>
bool test_kind(const Any& value, Arguments& arguments, Runtime&) {
  take_no_arguments("this test", arguments);
  return (value.is(kinds) || ...);
}

bool test_defined(const Any& value, Arguments& arguments, Runtime&) {
  take_no_arguments("defined", arguments);
  return !value.is(Kind::undefined);
}

template <bool truth>
bool test_truth(const Any& value, Arguments& arguments, Runtime&) {
  take_no_arguments("true and false", arguments);
  return value.is(Kind::boolean) && value.truth() == truth;
}

bool test_sequence(const Any& value, Arguments& arguments, Runtime&) {
  take_no_arguments("sequence", arguments);
  return value.is_sequence() || value.is(Kind::text) || value.is(Kind::dict) ||
         value.is(Kind::range) || value.is(Kind::undefined);
}

bool test_iterable(const Any& value, Arguments& arguments, Runtime&) {
  take_no_arguments("iterable", arguments);
  return is_iterable(value);
}

bool test_callable(const Any& value, Arguments& arguments, Runtime&) {
  take_no_arguments("callable", arguments);
  return value.is(Kind::macro) || value.is(Kind::method) || value.is(Kind::builtin) ||
         value.is(Kind::undefined) || value.is(Kind::loop);
}

template <unsigned wanted, unsigned unwanted>
bool test_case(const Any& value, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("lower and upper", arguments);
  return is_all_of_case(str_of(value, runtime.work), wanted, unwanted);
}

bool test_in(const Any& value, Arguments& arguments, Runtime& runtime) {
  const auto [container] = bind("in", arguments, 1, {"seq"});
  return contains(container, value, runtime.work);
}

bool test_same(const Any& value, Arguments& arguments, Runtime&) {
  const auto [other] = bind("sameas", arguments, 1, {"other"});
  return value.is_same(other);
}

bool test_escaped(const Any& value, Arguments& arguments, Runtime&) {
  take_no_arguments("escaped", arguments);
  return value.is_markup();
}

bool test_filter(const Any& value, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("filter", arguments);
  static_cast<void>(hash_of(value, runtime.work));
  return value.is(Kind::text) && find_filter(value.text()) != nullptr;
}

bool test_test(const Any& value, Arguments& arguments, Runtime& runtime) {
  take_no_arguments("test", arguments);
  static_cast<void>(hash_of(value, runtime.work));
  return value.is(Kind::text) && find_test(value.text()) != nullptr;
}

template <bool wanted>
bool test_equal(const Any& value, Arguments& arguments, Runtime& runtime) {
  const auto [other] = bind("eq and ne", arguments, 1, {"b"});
  return are_equal(value, other, runtime.work) == wanted;
}

template <int order, bool or_equal>
bool test_order(const Any& value, Arguments& arguments, Runtime& runtime) {
  const auto [other] = bind("lt, le, gt and ge", arguments, 1, {"b"});
  const int found = compare(value, other, order < 0 ? "<" : ">", runtime.work);
  return found == order || (or_equal && found == 0);
}

constexpr ValueTest kTests[] = {
    {"defined", test_defined},
    {"undefined", test_kind<Kind::undefined>},
    {"none", test_kind<Kind::none>},
    {"boolean", test_kind<Kind::boolean>},
    {"true", test_truth<true>},
    {"false", test_truth<false>},
    {"integer", test_kind<Kind::integer>},
    {"float", test_kind<Kind::real>},
    {"number", test_kind<Kind::integer, Kind::real, Kind::boolean>},
    {"string", test_kind<Kind::text>},
    {"mapping", test_kind<Kind::dict>},
    {"sequence", test_sequence},
    {"iterable", test_iterable},
    {"callable", test_callable},
    {"odd", test_parity<1>},
    {"even", test_parity<0>},
    {"divisibleby", test_divisible},
    {"lower", test_case<python::trait_lower, python::trait_upper | python::trait_title>},
    {"upper", test_case<python::trait_upper, python::trait_lower | python::trait_title>},
    {"in", test_in},
    {"sameas", test_same},
    {"escaped", test_escaped},
    {"filter", test_filter},
    {"test", test_test},
    {"==", test_equal<true>},
    {"eq", test_equal<true>},
    {"equalto", test_equal<true>},
    {"!=", test_equal<false>},
    {"ne", test_equal<false>},
    {"<", test_order<-1, false>},
    {"lt", test_order<-1, false>},
    {"lessthan", test_order<-1, false>},
    {"<=", test_order<-1, true>},
    {"le", test_order<-1, true>},
    {">", test_order<1, false>},
    {"gt", test_order<1, false>},
    {"greaterthan", test_order<1, false>},
    {">=", test_order<1, true>},
    {"ge", test_order<1, true>},
};

}  // namespace

const ValueTest* find_test(std::string_view name) {
  const ValueTest* const place = std::ranges::find(kTests, name, &ValueTest::name);
  return place == std::end(kTests) ? nullptr : place;
}

}  // namespace trainyard::chat
