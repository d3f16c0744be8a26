// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/scalar.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace trainyard {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
std::size_t count_digits(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) -
                                  text.begin());
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return out;
}

bool is_non_finite(std::string_view unsigned_text) {
  const std::string word = lower(unsigned_text);
  return word == ".nan" || word == ".inf" || word == "nan" || word == "inf" || word == "infinity" ||
         word == ".infinity";
}

Scalar read_integer(std::string_view text, std::string_view digits) {
  if (digits.size() > 1 && digits.front() == '0')
    return {Scalar::Kind::leading_zero, std::string(text)};
  if (text.front() == '+') text.remove_prefix(1);
  std::int64_t number = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc())
    return {Scalar::Kind::too_large, std::string(text)};
  return {Scalar::Kind::value, number};
}

// Whether the rest is a real: digits with a decimal point or an exponent.
bool is_real(std::string_view rest) {
  const std::size_t whole = count_digits(rest);
  rest.remove_prefix(whole);
  std::size_t fraction = 0;
  if (rest.starts_with('.')) {
    fraction = count_digits(rest.substr(1));
    rest.remove_prefix(1 + fraction);
  }
  if (whole + fraction == 0) return false;
  if (rest.empty()) return true;
  if (rest.front() != 'e' && rest.front() != 'E') return false;
  rest.remove_prefix(1);
  if (rest.starts_with('+') || rest.starts_with('-')) rest.remove_prefix(1);
  return !rest.empty() && count_digits(rest) == rest.size();
}

Scalar read_real(std::string_view text) {
  if (text.front() == '+') text.remove_prefix(1);
  double number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ec == std::errc::result_out_of_range) {
    // An underflow is 0; an overflow has no value. The exponent's sign distinguishes them.
    const auto exponent = text.find_first_of("eE");
    const bool is_tiny =
        exponent != text.npos && exponent + 1 < text.size() && text[exponent + 1] == '-';
    return is_tiny ? Scalar{Scalar::Kind::value, 0.0}
                   : Scalar{Scalar::Kind::non_finite, std::string(text)};
  }
  return {Scalar::Kind::value, number};
}

std::string spell_real(double number) {
  if (std::isnan(number)) return ".nan";
  if (std::isinf(number)) return number > 0 ? ".inf" : "-.inf";
  char buffer[40];
  std::string out(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
  const auto exponent = out.find('e');
  // 5e-05 -> 5e-5
  if (exponent != out.npos && exponent + 3 < out.size() && out[exponent + 2] == '0')
    out.erase(exponent + 2, 1);
  if (out.find('.') == out.npos) {
    // `5e-05` is a real in YAML 1.2 but text in 1.1: with a decimal point it is a real in both.
    if (exponent == out.npos) return out + ".0";
    out.insert(exponent, ".0");
  }
  return out;
}

// Whether it reads back as the same text everywhere without quotes.
bool is_plain_text(std::string_view text) {
  if (text.empty() || !(read_scalar(text).value.get_if<std::string>() &&
                        read_scalar(text).kind == Scalar::Kind::value))
    return false;
  const std::string word = lower(text);
  for (const char* other : {"yes", "no", "on", "off", "y", "n"})  // booleans for other parsers
    if (word == other) return false;
  const auto is_safe = [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '/' || c == '.' || c == '-' || c == '+' || c == '~' || c == '$' || c == '(' ||
           c == ')' || c == '=' || c == ' ';
  };
  if (!std::all_of(text.begin(), text.end(), is_safe)) return false;
  return text.front() != '-' && text.front() != ' ' && text.back() != ' ' && text.front() != '=' &&
         text.front() != '~' && !text.starts_with("...");
}

std::string quote(std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (byte < 0x20 || byte == 0x7f)
      out += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    else
      out += c;
  }
  return out + "\"";
}

}  // namespace

Scalar read_scalar(std::string_view text) {
  if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL") return {};
  if (text == "true" || text == "True" || text == "TRUE") return {Scalar::Kind::value, true};
  if (text == "false" || text == "False" || text == "FALSE") return {Scalar::Kind::value, false};
  std::string_view rest = text;
  if (rest.front() == '+' || rest.front() == '-') rest.remove_prefix(1);
  if (!rest.empty() && count_digits(rest) == rest.size()) return read_integer(text, rest);
  if (is_real(rest)) return read_real(text);
  if (is_non_finite(rest)) return {Scalar::Kind::non_finite, std::string(text)};
  return {Scalar::Kind::value, std::string(text)};
}

std::string spell(const Value& value) {
  if (const auto* truth = value.get_if<bool>()) return *truth ? "true" : "false";
  if (const auto* whole = value.get_if<std::int64_t>()) return std::to_string(*whole);
  if (const auto* real = value.get_if<double>()) return spell_real(*real);
  if (const auto* text = value.get_if<std::string>())
    return is_plain_text(*text) ? *text : quote(*text);
  std::string out;
  if (const auto* list = value.get_if<List>()) {
    for (const Value& item : *list) out += (out.empty() ? "" : ", ") + spell(item);
    return "[" + out + "]";
  }
  if (const auto* map = value.get_if<Map>()) {
    for (const auto& [key, item] : *map)
      out += (out.empty() ? "" : ", ") + spell(key) + ": " + spell(item);
    return "{" + out + "}";
  }
  return "null";
}

}  // namespace trainyard
