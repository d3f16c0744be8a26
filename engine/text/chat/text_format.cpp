// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/text_format.h"

#include <locale.h>

#include <charconv>
#include <cstdio>

#include "engine/text/chat/value_comparison.h"
#include "engine/text/chat/value_text.h"

namespace trainyard::chat {
namespace {

constexpr std::string_view kDigits = "0123456789";

bool has(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }

[[noreturn]] void fail_values(std::string_view format) {
  fail("chat.bad_format", {{"format", std::string(format)}});
}

std::string fixed_digits(const Any& value, int precision) {
  if (!value.is_number()) fail_argument("%f", value);
  char buffer[512];
  std::snprintf(buffer, sizeof buffer, "%.*f", precision, value.number());
  return buffer;
}

std::string whole_digits(const Any& value) {
  if (value.is_integral()) return std::to_string(value.to_integer());
  if (!value.is(Kind::real)) fail_argument("%d", value);
  const double number = value.number();
  if (!(number > -9.2e18 && number < 9.2e18)) fail("chat.number_too_large");
  return std::to_string(static_cast<std::int64_t>(number));
}

// Fields in braces are either all automatic ({}), or all numbered ({0}).
struct FieldNumbers {
  std::size_t counted = 0;
  bool is_numbered = false;
};

const Any& field_value(std::string_view name, const Arguments& arguments, FieldNumbers& numbers) {
  if (name.find_first_not_of(kDigits) != std::string_view::npos) {
    if (name.find_first_of(".[!:{") != std::string_view::npos)
      fail_unsupported("the field {" + std::string(name) + "} of a format");
    for (const auto& [key, value] : arguments.keywords)
      if (key == name) return value;
    fail_values("{" + std::string(name) + "}");
  }
  std::size_t place = numbers.counted;
  if (name.empty())
    ++numbers.counted;
  else if (std::from_chars(name.data(), name.data() + name.size(), place).ec == std::errc())
    numbers.is_numbered = true;
  if (place >= arguments.positional.size() || (numbers.is_numbered && numbers.counted > 0))
    fail_values("{" + std::string(name) + "}");
  return arguments.positional[place];
}

}  // namespace

std::string percent_format(std::string_view format, const Any& values, Work& work) {
  const bool is_tuple = values.is(Kind::tuple);
  const std::size_t given = is_tuple ? values.num_items() : 1;
  std::size_t taken = 0;
  std::string out;
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%') {
      out += format[at];
      continue;
    }
    const std::size_t begin = at++;
    int precision = 6;
    if (at + 1 < format.size() && format[at] == '.' && has(kDigits, format[at + 1])) {
      precision = format[at + 1] - '0';
      at += 2;
    }
    const char type = at < format.size() ? format[at] : '\0';
    const bool is_fixed = type == 'f';
    if (!is_fixed && (at != begin + 1 || !has("sdi%", type)))
      fail_unsupported(std::string(format.substr(begin, at - begin + 1)) + " of a format");
    if (type == '%') {
      out += '%';
      continue;
    }
    if (taken == given) fail_values(format);
    const Any value = is_tuple ? values.item(taken) : values;
    ++taken;
    if (type == 's')
      append_str(value, out, work);
    else
      out += is_fixed ? fixed_digits(value, precision) : whole_digits(value);
    if (out.size() > max_text_bytes) fail("chat.too_large");
  }
  // Python allows a value that may be a mapping after a format without placeholders.
  const bool may_be_more = values.is(Kind::dict) || values.is(Kind::list) ||
                           values.is(Kind::range) || values.is(Kind::undefined);
  if (taken < given && !may_be_more) fail_values(format);
  work.spend_bytes(out.size());
  return out;
}

std::string brace_format(std::string_view format, const Arguments& arguments, Work& work) {
  std::string out;
  FieldNumbers numbers;
  for (std::size_t at = 0; at < format.size(); ++at) {
    const char c = format[at];
    if (c != '{' && c != '}') {
      out += c;
      continue;
    }
    if (at + 1 < format.size() && format[at + 1] == c) {
      out += c;
      ++at;
      continue;
    }
    const std::size_t end = format.find('}', at);
    if (c == '}' || end == std::string_view::npos) fail_values(format);
    append_str(field_value(format.substr(at + 1, end - at - 1), arguments, numbers), out, work);
    at = end;
    if (out.size() > max_text_bytes) fail("chat.too_large");
  }
  work.spend_bytes(out.size());
  return out;
}

std::string formatted_time(std::string_view format, const std::tm& time) {
  static const locale_t english = ::newlocale(LC_ALL_MASK, "C", nullptr);
  static constexpr std::string_view kConversions = "aAbBcdDeFhHIjmMnpRStTuUwWxXyY%";
  if (format.size() > 4096) fail("chat.too_large");
  std::string out;
  for (std::size_t at = 0; at < format.size(); ++at) {
    if (format[at] != '%') {
      out += format[at];
      continue;
    }
    const std::size_t begin = at++;
    if (at < format.size() && format[at] == '-') ++at;
    const std::string conversion(format.substr(begin, at - begin + 1));
    if (at >= format.size() || !has(kConversions, format[at]))
      fail_unsupported(conversion + " of strftime_now");
    char buffer[100];
    out.append(buffer, ::strftime_l(buffer, sizeof buffer, conversion.c_str(), &time, english));
  }
  return out;
}

}  // namespace trainyard::chat
