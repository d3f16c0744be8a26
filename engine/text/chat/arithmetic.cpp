// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/arithmetic.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/text/chat/text_format.h"
#include "engine/text/chat/value_comparison.h"

namespace trainyard::chat {
namespace {

using Operation = Expression::Kind;

const char* sign_of(Operation operation) {
  switch (operation) {
    case Operation::add:
      return "+";
    case Operation::subtract:
      return "-";
    case Operation::multiply:
      return "*";
    case Operation::divide:
      return "/";
    case Operation::floor_divide:
      return "//";
    default:
      return "%";
  }
}

[[noreturn]] void fail_too_large() { fail("chat.number_too_large"); }
[[noreturn]] void fail_zero() { fail("chat.division_by_zero"); }

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
  if (b == 0) fail_zero();
  if (b == -1 && a == std::numeric_limits<std::int64_t>::min()) fail_too_large();
  const std::int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

std::int64_t floor_remainder(std::int64_t a, std::int64_t b) {
  if (b == 0) fail_zero();
  if (b == -1) return 0;
  const std::int64_t remainder = a % b;
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

// The quotient and remainder of Python's float division, computed like CPython's float_divmod.
std::pair<double, double> floor_division(double a, double b) {
  if (b == 0) fail_zero();
  double remainder = std::fmod(a, b);
  double quotient = (a - remainder) / b;
  if (remainder != 0) {
    if ((b < 0) != (remainder < 0)) {
      remainder += b;
      quotient -= 1;
    }
  } else {
    remainder = std::copysign(0.0, b);
  }
  if (quotient == 0) return {std::copysign(0.0, a / b), remainder};
  double whole = std::floor(quotient);
  if (quotient - whole > 0.5) whole += 1;
  return {whole, remainder};
}

double true_quotient(std::int64_t a, std::int64_t b) {
  if (b == 0) fail_zero();
  return static_cast<double>(static_cast<long double>(a) / static_cast<long double>(b));
}

Any calculate_whole(Operation operation, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  switch (operation) {
    case Operation::add:
      if (__builtin_add_overflow(a, b, &result)) fail_too_large();
      return Any::integer(result);
    case Operation::subtract:
      if (__builtin_sub_overflow(a, b, &result)) fail_too_large();
      return Any::integer(result);
    case Operation::multiply:
      if (__builtin_mul_overflow(a, b, &result)) fail_too_large();
      return Any::integer(result);
    case Operation::divide:
      return Any::real(true_quotient(a, b));
    case Operation::floor_divide:
      return Any::integer(floor_quotient(a, b));
    default:
      return Any::integer(floor_remainder(a, b));
  }
}

Any calculate_real(Operation operation, double a, double b) {
  switch (operation) {
    case Operation::add:
      return Any::real(a + b);
    case Operation::subtract:
      return Any::real(a - b);
    case Operation::multiply:
      return Any::real(a * b);
    case Operation::divide:
      if (b == 0) fail_zero();
      return Any::real(a / b);
    case Operation::floor_divide:
      return Any::real(floor_division(a, b).first);
    default:
      return Any::real(floor_division(a, b).second);
  }
}

Any repeated(const Any& value, std::int64_t count, Work& work) {
  const auto times = static_cast<std::size_t>(std::max<std::int64_t>(count, 0));
  if (value.is(Kind::text)) {
    const std::string_view text = value.text();
    if (!text.empty() && times > max_text_bytes / text.size()) fail("chat.too_large");
    work.spend_bytes(text.size() * times);
    std::string result;
    result.reserve(text.size() * times);
    for (std::size_t i = 0; i < times && !text.empty(); ++i) result += text;
    Any made = Any::text(std::move(result));
    return value.is_markup() ? std::move(made).as_markup() : made;
  }
  const std::size_t size = value.num_items();
  if (size > 0 && times > max_text_bytes / sizeof(Any) / size) fail("chat.too_large");
  work.spend(1 + size * times);
  std::vector<Any> items;
  items.reserve(size * times);
  for (std::size_t i = 0; i < times && size > 0; ++i)
    for (std::size_t k = 0; k < size; ++k) items.push_back(value.item(k));
  return value.is(Kind::list) ? Any::list(std::move(items)) : Any::tuple(std::move(items));
}

Any joined_items(const Any& left, const Any& right, Work& work) {
  work.spend(1 + left.num_items() + right.num_items());
  std::vector<Any> items;
  items.reserve(left.num_items() + right.num_items());
  for (const Any* part : {&left, &right})
    for (std::size_t i = 0; i < part->num_items(); ++i) items.push_back(part->item(i));
  return left.is(Kind::list) ? Any::list(std::move(items)) : Any::tuple(std::move(items));
}

bool can_repeat(const Any& value) { return value.is(Kind::text) || value.is_sequence(); }

}  // namespace

std::string escaped_markup(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&#34;";
    else if (c == '\'')
      out += "&#39;";
    else
      out += c;
  }
  return out;
}

Any joined_texts(const Any& left, const Any& right, Work& work) {
  const std::string_view a = left.text(), b = right.text();
  work.spend_bytes(a.size() + b.size());
  if (left.is_markup() || right.is_markup()) {
    std::string result = left.is_markup() ? std::string(a) : escaped_markup(a);
    result += right.is_markup() ? std::string(b) : escaped_markup(b);
    return Any::text(std::move(result)).as_markup();
  }
  std::string result;
  result.reserve(a.size() + b.size());
  result += a;
  result += b;
  return Any::text(std::move(result));
}

Any calculate(Operation operation, const Any& left, const Any& right, Runtime& runtime) {
  Work& work = runtime.work;
  if (left.is(Kind::text) && operation == Operation::modulo)
    return Any::text(percent_format(left.text(), right, work));
  must_be_defined(left);
  must_be_defined(right);
  if (left.is_integral() && right.is_integral())
    return calculate_whole(operation, left.to_integer(), right.to_integer());
  if (left.is_number() && right.is_number())
    return calculate_real(operation, left.number(), right.number());
  if (operation == Operation::add) {
    if (left.is(Kind::text) && right.is(Kind::text)) return joined_texts(left, right, work);
    if (left.is_sequence() && left.kind() == right.kind()) return joined_items(left, right, work);
  }
  if (operation == Operation::multiply) {
    if (can_repeat(left) && right.is_integral()) return repeated(left, right.to_integer(), work);
    if (can_repeat(right) && left.is_integral()) return repeated(right, left.to_integer(), work);
  }
  fail("chat.no_operation",
       {{"operation", sign_of(operation)}, {"left", type_name(left)}, {"right", type_name(right)}});
}

Any negated(const Any& value) {
  must_be_defined(value);
  if (value.is(Kind::real)) return Any::real(-value.number());
  if (!value.is_integral()) fail("chat.no_sign", {{"type", type_name(value)}});
  if (value.to_integer() == std::numeric_limits<std::int64_t>::min()) fail_too_large();
  return Any::integer(-value.to_integer());
}

Any affirmed(const Any& value) {
  must_be_defined(value);
  if (!value.is_number()) fail("chat.no_sign", {{"type", type_name(value)}});
  return value.is(Kind::real) ? value : Any::integer(value.to_integer());
}

}  // namespace trainyard::chat
