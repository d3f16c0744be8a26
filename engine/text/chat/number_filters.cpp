// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>
#include <cmath>
#include <limits>

#include "engine/text/chat/arithmetic.h"
#include "engine/text/unicode/python_characters.h"
#include "engine/text/chat/filters.h"
#include "engine/text/chat/methods.h"
#include "engine/text/chat/value_comparison.h"

namespace trainyard::chat {
namespace {

// The digits of a text without the underscores that may stand between two; nothing where they stand
// elsewhere.
std::optional<std::string> without_underscores(std::string_view text) {
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      digits += text[i];
      continue;
    }
    const auto is_digit_at = [&](std::size_t at) {
      return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
    };
    if (i == 0 || !is_digit_at(i - 1) || !is_digit_at(i + 1)) return std::nullopt;
  }
  return digits;
}

// int(text, base); nothing where Python raises ValueError.
std::optional<std::int64_t> parsed_whole(std::string_view text, int base) {
  auto digits = without_underscores(stripped(text, {}, true, true));
  if (!digits || digits->empty()) return std::nullopt;
  std::string_view rest = *digits;
  const bool is_negative = rest[0] == '-';
  if (rest[0] == '-' || rest[0] == '+') rest.remove_prefix(1);
  if (rest.size() > 2 && rest[0] == '0') {
    const char mark = static_cast<char>(rest[1] | 0x20);
    const int marked = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 0;
    if (marked != 0 && (base == marked || base == 0)) {
      rest.remove_prefix(2);
      base = marked;
    }
  }
  if (base == 0) base = 10;
  if (rest.empty() || rest[0] == '-') return std::nullopt;
  std::int64_t number = 0;
  const std::string signed_digits = (is_negative ? "-" : "") + std::string(rest);
  const char* const end = signed_digits.data() + signed_digits.size();
  const auto read = std::from_chars(signed_digits.data(), end, number, base);
  if (read.ptr != end) return std::nullopt;
  if (read.ec == std::errc::result_out_of_range) fail("chat.number_too_large");
  if (read.ec != std::errc()) return std::nullopt;
  return number;
}

// float(text).
std::optional<double> parsed_real(std::string_view text) {
  auto digits = without_underscores(stripped(text, {}, true, true));
  if (!digits) return std::nullopt;
  std::string_view rest = *digits;
  if (rest.starts_with('+')) {
    rest.remove_prefix(1);
    if (rest.starts_with('-')) return std::nullopt;
  }
  if (rest.find('(') != std::string_view::npos) return std::nullopt;
  double number = 0;
  const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (read.ptr != rest.data() + rest.size() || rest.empty()) return std::nullopt;
  if (read.ec == std::errc::result_out_of_range) {
    const std::size_t exponent = rest.find_first_of("eE");
    const bool is_tiny = exponent != std::string_view::npos && rest[exponent + 1] == '-';
    const double size = is_tiny ? 0.0 : HUGE_VAL;
    return rest[0] == '-' ? -size : size;
  }
  if (read.ec != std::errc()) return std::nullopt;
  return number;
}

// int(number) of a float; nothing for NaN and the infinities.
std::optional<std::int64_t> whole_of_real(double number) {
  if (!std::isfinite(number)) return std::nullopt;
  if (!(number > -9.2233720368547758e18 && number < 9.2233720368547758e18))
    fail("chat.number_too_large");
  return static_cast<std::int64_t>(number);
}

Any filter_int(const Any& input, Arguments& arguments, Runtime&) {
  const auto [missing, base] = bind("int", arguments, 0, {"default", "base"});
  const Any otherwise = is_given(missing) ? missing : Any::integer(0);
  must_be_defined(input);
  if (input.is_whole()) return Any::integer(input.whole());
  std::optional<std::int64_t> number;
  if (input.is(Kind::real)) {
    // int() of an infinity is an OverflowError, which Jinja lets through.
    if (std::isinf(input.number())) fail("chat.number_too_large");
    number = whole_of_real(input.number());
  } else if (input.is(Kind::text)) {
    const std::int64_t wanted = is_given(base) ? whole_argument("int", base) : 10;
    if (wanted == 0 || (wanted >= 2 && wanted <= 36))
      number = parsed_whole(input.text(), static_cast<int>(wanted));
    if (!number)
      if (const auto real = parsed_real(input.text())) number = whole_of_real(*real);
  }
  return number ? Any::integer(*number) : otherwise;
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
  return input.whole() < 0 ? negated(input) : Any::integer(input.whole());
}

// Python's round(number, digits) of a float: to the nearest by its decimal digits, ties to even.
double rounded(double number, std::int64_t digits) {
  if (!std::isfinite(number) || digits > 300) return number;
  if (digits < -300) return std::copysign(0.0, number);
  if (digits >= 0) {
    char buffer[800];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::fixed,
                                   static_cast<int>(digits));
    double result = 0;
    std::from_chars(buffer, end.ptr, result);
    return result;
  }
  const double unit = std::pow(10.0, static_cast<double>(-digits));
  return std::nearbyint(number / unit) * unit;
}

Any rounded_whole(std::int64_t number, std::int64_t digits) {
  if (digits >= 0) return Any::integer(number);
  if (digits < -18) return Any::integer(0);
  std::int64_t unit = 1;
  for (; digits < 0; ++digits) unit *= 10;
  std::int64_t remainder = number % unit;
  if (remainder < 0) remainder += unit;
  const bool is_odd = ((number - remainder) / unit) % 2 != 0;
  std::int64_t result = 0;
  const bool goes_up = remainder > unit - remainder || (remainder == unit - remainder && is_odd);
  if (__builtin_add_overflow(number - remainder, goes_up ? unit : 0, &result))
    fail("chat.number_too_large");
  return Any::integer(result);
}

Any filter_round(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [precision, method] = bind("round", arguments, 0, {"precision", "method"});
  const std::string_view how = is_given(method) ? text_argument("round", method) : "common";
  if (how != "common" && how != "ceil" && how != "floor") fail_argument("round", method);
  if (!input.is_number()) fail_argument("round", input);
  const Any places = is_given(precision) ? precision : Any::integer(0);
  if (how == "common") {
    // None for the precision gives an int.
    if (places.is(Kind::none) && input.is(Kind::real)) {
      const auto whole = whole_of_real(std::nearbyint(input.number()));
      if (!whole) fail("chat.number_too_large");
      return Any::integer(*whole);
    }
    const std::int64_t digits = places.is(Kind::none) ? 0 : whole_argument("round", places);
    return input.is(Kind::real) ? Any::real(rounded(input.number(), digits))
                                : rounded_whole(input.whole(), digits);
  }
  static_cast<void>(whole_argument("round", places));
  const Any unit = calculate(Expression::Kind::power, Any::integer(10), places, runtime);
  const double scaled = calculate(Expression::Kind::multiply, input, unit, runtime).number();
  const double whole = how == "ceil" ? std::ceil(scaled) : std::floor(scaled);
  const auto number = whole_of_real(whole);
  if (!number) fail("chat.number_too_large");
  return calculate(Expression::Kind::divide, Any::integer(*number), unit, runtime);
}

Any filter_filesize(const Any& input, Arguments& arguments, Runtime& runtime) {
  const auto [binary] = bind("filesizeformat", arguments, 0, {"binary"});
  std::optional<double> read;
  if (input.is(Kind::text)) read = parsed_real(input.text());
  if (!input.is_number() && !read) fail_argument("filesizeformat", input);
  const double bytes = read ? *read : input.number();
  if (!std::isfinite(bytes)) fail("chat.number_too_large");
  const bool is_binary = truth_argument(binary, false, runtime.work);
  const double base = is_binary ? 1024 : 1000;
  if (bytes == 1) return Any::text("1 Byte");
  if (bytes < base) return Any::text(std::to_string(static_cast<std::int64_t>(bytes)) + " Bytes");
  constexpr const char* kPrefixes[] = {"k", "M", "G", "T", "P", "E", "Z", "Y"};
  double unit = base;
  std::size_t place = 0;
  while (place < 7 && bytes >= unit * base) {
    unit *= base;
    ++place;
  }
  char buffer[64];
  const int length = std::snprintf(buffer, sizeof buffer, "%.1f ", bytes / unit);
  std::string text(buffer, static_cast<std::size_t>(std::min(length, 63)));
  text += is_binary && place == 0 ? "K" : kPrefixes[place];
  return Any::text(text + (is_binary ? "iB" : "B"));
}

constexpr Filter kNumberFilters[] = {{"int", filter_int},
                                     {"float", filter_float},
                                     {"abs", filter_abs},
                                     {"round", filter_round},
                                     {"filesizeformat", filter_filesize}};

}  // namespace

std::span<const Filter> number_filters() { return kNumberFilters; }

}  // namespace trainyard::chat
