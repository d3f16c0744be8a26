// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/value_text.h"

#include <charconv>
#include <cmath>

#include "engine/text/unicode/python_characters.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard::chat {
namespace {

void append_hex(char mark, unsigned number, int digits, std::string& out) {
  constexpr char kDigits[] = "0123456789abcdef";
  out += '\\';
  out += mark;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += kDigits[number >> shift & 15];
}

void append_repr_of_character(char32_t c, char quote, std::string& out) {
  if (c == static_cast<char32_t>(quote) || c == '\\') {
    out += '\\';
    out += static_cast<char>(c);
  } else if (c == '\n') {
    out += "\\n";
  } else if (c == '\r') {
    out += "\\r";
  } else if (c == '\t') {
    out += "\\t";
  } else if ((python::traits_of(c) & python::trait_printable) != 0) {
    append_utf8(c, out);
  } else if (c < 0x100) {
    append_hex('x', c, 2, out);
  } else if (c < 0x10000) {
    append_hex('u', c, 4, out);
  } else {
    append_hex('U', c, 8, out);
  }
}

void append_repr_of_text(std::string_view text, std::string& out) {
  const bool doubled =
      text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos;
  const char quote = doubled ? '"' : '\'';
  out += quote;
  for (std::size_t at = 0; at < text.size();) {
    const auto [code_point, length] = decode_utf8(text, at);
    append_repr_of_character(code_point, quote, out);
    at += length;
  }
  out += quote;
}

void append_repr_of_items(const Any& value, std::string& out, Work& work) {
  const bool is_list = value.is(Kind::list);
  out += is_list ? '[' : '(';
  for (std::size_t i = 0; i < value.num_items(); ++i) {
    if (i > 0) out += ", ";
    append_repr(value.item(i), out, work);
  }
  if (!is_list && value.num_items() == 1) out += ',';
  out += is_list ? ']' : ')';
}

void append_repr_of_dict(const Any& dict, std::string& out, Work& work) {
  out += '{';
  for (std::size_t i = 0; i < dict.num_entries(); ++i) {
    if (i > 0) out += ", ";
    append_repr(dict.key(i), out, work);
    out += ": ";
    append_repr(dict.value(i), out, work);
  }
  out += '}';
}

}  // namespace

std::string python_real(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  char buffer[48];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::scientific).ptr;
  std::string digits(buffer, end);
  const std::size_t mark = digits.find('e');
  const int exponent = std::stoi(digits.substr(mark + 1));
  digits.resize(mark);
  std::string sign;
  if (digits[0] == '-') {
    sign = "-";
    digits.erase(0, 1);
  }
  if (exponent < -4 || exponent >= 16) {
    const std::string power = std::to_string(std::abs(exponent));
    return sign + digits + (exponent < 0 ? "e-" : "e+") + (power.size() < 2 ? "0" : "") + power;
  }
  if (digits.size() > 1) digits.erase(1, 1);
  if (exponent < 0)
    return sign + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) return sign + digits + std::string(whole - digits.size(), '0') + ".0";
  return sign + digits.substr(0, whole) + '.' + digits.substr(whole);
}

void append_repr(const Any& value, std::string& out, Work& work) {
  const Work::Deeper deeper(work);
  const std::size_t before = out.size();
  switch (value.kind()) {
    case Kind::text:
      if (value.is_markup()) out += "Markup(";
      append_repr_of_text(value.text(), out);
      if (value.is_markup()) out += ')';
      break;
    case Kind::undefined:
    case Kind::missing:
      out += "Undefined";
      break;
    case Kind::none:
      out += "None";
      break;
    case Kind::boolean:
      out += value.truth() ? "True" : "False";
      break;
    case Kind::integer:
      out += std::to_string(value.to_integer());
      break;
    case Kind::real:
      out += python_real(value.number());
      break;
    case Kind::list:
    case Kind::tuple:
      append_repr_of_items(value, out, work);
      break;
    case Kind::dict:
      append_repr_of_dict(value, out, work);
      break;
    default:
      fail("chat.no_text", {{"type", type_name(value)}});
  }
  // Nested values have already been accounted for.
  work.spend_bytes(value.nesting() == 0 ? out.size() - before : 0);
}

void append_str(const Any& value, std::string& out, Work& work) {
  if (value.is(Kind::text)) {
    work.spend_bytes(value.text().size());
    out += value.text();
  } else if (!value.is(Kind::undefined)) {
    append_repr(value, out, work);
  }
}

std::string str_of(const Any& value, Work& work) {
  std::string out;
  append_str(value, out, work);
  return out;
}

}  // namespace trainyard::chat
