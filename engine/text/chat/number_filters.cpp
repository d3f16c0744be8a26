// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>
#include <cmath>

#include "engine/text/chat/arithmetic.h"
#include "engine/text/unicode/python_characters.h"
#include "engine/text/chat/filters.h"
#include "engine/text/chat/value_comparison.h"

namespace trainyard::chat {
namespace {

// The text that int(text) and float(text) parse: without white space and a leading plus.
std::string_view number_text(std::string_view text) {
  text = python::strip(text);
  if (text.find('_') != std::string_view::npos) fail_unsupported("a number with _");
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  return text;
}

// int(text); nothing where Python raises ValueError.
std::optional<std::int64_t> parsed_whole(std::string_view text) {
  const std::string_view digits = number_text(text);
  const char* const end = digits.data() + digits.size();
  std::int64_t number = 0;
  const auto read = std::from_chars(digits.data(), end, number);
  if (read.ptr != end || digits.empty()) return std::nullopt;
  if (read.ec == std::errc::result_out_of_range) fail("chat.number_too_large");
  return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

// float(text).
std::optional<double> parsed_real(std::string_view text) {
  const std::string_view digits = number_text(text);
  const char* const end = digits.data() + digits.size();
  if (digits.find('(') != std::string_view::npos) return std::nullopt;
  double number = 0;
  const auto read = std::from_chars(digits.data(), end, number);
  if (read.ptr != end || digits.empty()) return std::nullopt;
  if (read.ec == std::errc::result_out_of_range) fail("chat.number_too_large");
  return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

// int(number) of a float; nothing for NaN and infinities.
std::optional<std::int64_t> whole_of_real(double number) {
  if (!std::isfinite(number)) return std::nullopt;
  if (!(number > -9.2233720368547758e18 && number < 9.2233720368547758e18))
    fail("chat.number_too_large");
  return static_cast<std::int64_t>(number);
}

Any filter_int(const Any& input, Arguments& arguments, Runtime&) {
  const auto [missing] = bind("int", arguments, 0, {"default"});
  must_be_defined(input);
  if (input.is_integral()) return Any::integer(input.to_integer());
  std::optional<std::int64_t> number;
  if (input.is(Kind::real)) {
    // int() of an infinity is an OverflowError, which Jinja does not catch.
    if (std::isinf(input.number())) fail("chat.number_too_large");
    number = whole_of_real(input.number());
  } else if (input.is(Kind::text)) {
    number = parsed_whole(input.text());
    if (!number)
      if (const auto real = parsed_real(input.text())) number = whole_of_real(*real);
  }
  if (number) return Any::integer(*number);
  return is_given(missing) ? missing : Any::integer(0);
}

Any filter_float(const Any& input, Arguments& arguments, Runtime&) {
  const auto [missing] = bind("float", arguments, 0, {"default"});
  const Any otherwise = is_given(missing) ? missing : Any::real(0);
  must_be_defined(input);
  if (input.is_number()) return Any::real(input.number());
  if (!input.is(Kind::text)) return otherwise;
  const auto number = parsed_real(input.text());
  return number ? Any::real(*number) : otherwise;
}

Any filter_abs(const Any& input, Arguments& arguments, Runtime&) {
  take_no_arguments("abs", arguments);
  if (!input.is_number()) fail_argument("abs", input);
  if (input.is(Kind::real)) return Any::real(std::abs(input.number()));
  return input.to_integer() < 0 ? negated(input) : Any::integer(input.to_integer());
}

// Rounds correctly in decimal, ties to even, like Python's round.
double rounded(double number, std::int64_t digits) {
  if (!std::isfinite(number)) return number;
  char buffer[400];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::fixed,
                                 static_cast<int>(digits));
  std::from_chars(buffer, end.ptr, number);
  return number;
}

Any filter_round(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [precision, method] = bind("round", arguments, 0, {"precision", "method"});
  const std::string_view how = is_given(method) ? text_argument("round", method) : "common";
  if (how != "common" && how != "ceil" && how != "floor") fail_argument("round", method);
  if (!input.is_number()) fail_argument("round", input);
  const std::int64_t digits = is_given(precision) ? whole_argument("round", precision) : 0;
  if (digits < 0 || digits > 15) fail_unsupported("a precision of round below 0 or above 15");
  if (how == "common")
    return input.is(Kind::real) ? Any::real(rounded(input.number(), digits))
                                : Any::integer(input.to_integer());
  std::int64_t unit = 1;
  for (std::int64_t i = 0; i < digits; ++i) unit *= 10;
  using enum Expression::Kind;
  const double scaled = calculate(multiply, input, Any::integer(unit), runtime).number();
  const auto whole = whole_of_real(how == "ceil" ? std::ceil(scaled) : std::floor(scaled));
  if (!whole) fail("chat.number_too_large");
  return calculate(divide, Any::integer(*whole), Any::integer(unit), runtime);
}

constexpr Filter kNumberFilters[] = {
    {"int", filter_int}, {"float", filter_float}, {"abs", filter_abs}, {"round", filter_round}};

}  // namespace

std::span<const Filter> number_filters() { return kNumberFilters; }

}  // namespace trainyard::chat
