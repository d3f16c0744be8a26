// SPDX-License-Identifier: GPL-3.0-or-later
#include <charconv>
#include <cmath>
#include <cstdio>

#include "engine/text/unicode/python_characters.h"
#include "engine/text/chat/percent_format.h"
#include "engine/text/chat/value_text.h"
#include "engine/contract/utf8_sequence.h"

namespace trainyard::chat {
namespace {

constexpr std::size_t kWidestField = 100'000;
constexpr int kMostPrecision = 100;

std::string whole_digits(std::uint64_t number, int base, bool is_upper) {
  char buffer[72];
  std::string digits(buffer, std::to_chars(buffer, buffer + sizeof buffer, number, base).ptr);
  return is_upper ? python::upper_case(digits) : digits;
}

std::string real_digits(double number, const FieldLayout& layout) {
  const bool is_percent = layout.type == '%';
  char form[8] = {'%', '.', '*', 'f', '\0'};
  if (layout.alternate) std::snprintf(form, sizeof form, "%%#.*f");
  form[layout.alternate ? 4 : 3] = is_percent ? 'f' : layout.type;
  char buffer[512];
  const int precision = layout.precision < 0 ? 6 : layout.precision;
  std::snprintf(buffer, sizeof buffer, form, precision, is_percent ? number * 100 : number);
  return std::string(buffer) + (is_percent ? "%" : "");
}

// format(number, "") with a precision: as many digits as str, or as g with at least one behind the
// point.
std::string plain_real(double number, const FieldLayout& layout) {
  if (layout.precision < 0) return python_real(number);
  FieldLayout general = layout;
  general.type = 'g';
  std::string digits = real_digits(number, general);
  if (digits.find_first_of(".en") == std::string::npos) {
    if (static_cast<int>(digits.size()) >= layout.precision) {
      general.type = 'e';
      general.precision = std::max(layout.precision - 1, 0);
      return real_digits(number, general);
    }
    digits += ".0";
  }
  return digits;
}

std::string grouped(std::string digits, std::string_view grouping) {
  if (grouping.empty()) return digits;
  std::size_t end = digits.find_first_not_of("0123456789");
  if (end == std::string::npos) end = digits.size();
  for (std::size_t at = end; at > 3; at -= 3) digits.insert(at - 3, grouping);
  return digits;
}

std::string padded(const std::string& sign, const std::string& body, const FieldLayout& layout,
                   char default_align) {
  const std::size_t length = python::num_characters(sign) + python::num_characters(body);
  if (layout.width <= length) return sign + body;
  const std::size_t missing = layout.width - length;
  const char align = layout.align != '\0' ? layout.align : default_align;
  const auto fill = [&](std::size_t count) { return std::string(count, layout.fill); };
  if (align == '<') return sign + body + fill(missing);
  if (align == '=') return sign + fill(missing) + body;
  if (align == '^') return fill(missing / 2) + sign + body + fill(missing - missing / 2);
  return fill(missing) + sign + body;
}

}  // namespace

std::string laid_out_text(std::string_view text, const FieldLayout& layout) {
  if (layout.width > kWidestField) fail("chat.too_large");
  if (layout.precision >= 0)
    text =
        text.substr(0, python::byte_of_character(text, static_cast<std::size_t>(layout.precision)));
  return padded({}, std::string(text), layout, '<');
}

std::string laid_out_number(const Any& value, const FieldLayout& layout) {
  if (layout.width > kWidestField || layout.precision > kMostPrecision) fail("chat.too_large");
  std::string body, prefix;
  bool is_negative = false;
  const char type = layout.type;
  const bool is_real_type = type != '\0' && std::string_view("eEfFgG%").find(type) < 7;
  if (value.is(Kind::real) || is_real_type) {
    const double number = value.number();
    is_negative = std::signbit(number) && !std::isnan(number);
    body =
        type == '\0' ? plain_real(std::abs(number), layout) : real_digits(std::abs(number), layout);
  } else {
    const std::int64_t number = value.whole();
    is_negative = number < 0;
    const std::uint64_t magnitude =
        is_negative ? ~static_cast<std::uint64_t>(number) + 1 : static_cast<std::uint64_t>(number);
    const char low = static_cast<char>(type | 0x20);
    const int base = type == '\0' ? 10 : low == 'x' ? 16 : low == 'o' ? 8 : low == 'b' ? 2 : 10;
    body = whole_digits(magnitude, base, type == 'X');
    if (layout.alternate && base != 10) prefix = std::string("0") + type;
    if (layout.precision > static_cast<int>(body.size()))
      body.insert(0, static_cast<std::size_t>(layout.precision) - body.size(), '0');
  }
  std::string sign = is_negative ? "-" : layout.sign != '\0' ? std::string(1, layout.sign) : "";
  return padded(sign + prefix, grouped(std::move(body), layout.grouping), layout, '>');
}

}  // namespace trainyard::chat
