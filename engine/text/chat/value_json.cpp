// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/text/chat/value_comparison.h"
#include "engine/text/chat/value_text.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard::chat {
namespace {

void append_json_unit(unsigned unit, std::string& out) {
  constexpr char kDigits[] = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kDigits[unit >> shift & 15];
}

bool append_short_escape(char c, std::string& out) {
  const char* const letters = "\"\\\n\r\t\f\b";
  const char* const place = std::find(letters, letters + 7, c);
  if (place == letters + 7) return false;
  out += '\\';
  out += "\"\\nrtfb"[place - letters];
  return true;
}

void append_json_text(std::string_view text, bool only_ascii, std::string& out) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (append_short_escape(text[at], out)) {
      ++at;
    } else if (byte < 0x20) {
      append_json_unit(byte, out);
      ++at;
    } else if (byte < 0x80 || !only_ascii) {
      out += text[at++];
    } else {
      const auto [code_point, length] = decode_utf8(text, at);
      if (code_point >= 0x10000) {
        append_json_unit(0xD800 + ((code_point - 0x10000) >> 10), out);
        append_json_unit(0xDC00 + ((code_point - 0x10000) & 0x3FF), out);
      } else {
        append_json_unit(code_point, out);
      }
      at += length;
    }
  }
  out += '"';
}

std::string json_real(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  return python_real(number);
}

class JsonWriter {
 public:
  JsonWriter(const JsonStyle& style, std::string& out, Work& work)
      : style_(style), out_(out), work_(work) {}

  void write(const Any& value) {
    const Work::Deeper deeper(work_);
    const std::size_t before = out_.size();
    switch (value.kind()) {
      case Kind::text:
        append_json_text(value.text(), style_.only_ascii, out_);
        break;
      case Kind::none:
        out_ += "null";
        break;
      case Kind::boolean:
        out_ += value.truth() ? "true" : "false";
        break;
      case Kind::integer:
        out_ += std::to_string(value.to_integer());
        break;
      case Kind::real:
        out_ += json_real(value.number());
        break;
      case Kind::list:
      case Kind::tuple:
        return write_list(value);
      case Kind::dict:
        return write_dict(value);
      default:
        fail("chat.no_json", {{"type", type_name(value)}});
    }
    work_.spend_bytes(out_.size() - before);
  }

 private:
  void begin_line() {
    if (!style_.is_indented) return;
    work_.spend_bytes(depth_ * style_.indent.size());
    out_ += '\n';
    for (std::size_t i = 0; i < depth_; ++i) out_ += style_.indent;
  }

  void write_list(const Any& list) {
    if (list.num_items() == 0) {
      out_ += "[]";
      return;
    }
    out_ += '[';
    ++depth_;
    for (std::size_t i = 0; i < list.num_items(); ++i) {
      if (i > 0) out_ += style_.between_items;
      begin_line();
      write(list.item(i));
    }
    --depth_;
    begin_line();
    out_ += ']';
  }

  void write_key(const Any& key) {
    if (key.is(Kind::text)) {
      append_json_text(key.text(), style_.only_ascii, out_);
    } else if (key.is_number() || key.is(Kind::none)) {
      out_ += '"';
      write(key);
      out_ += '"';
    } else {
      fail("chat.no_json", {{"type", type_name(key)}});
    }
  }

  void write_dict(const Any& dict) {
    if (dict.num_entries() == 0) {
      out_ += "{}";
      return;
    }
    std::vector<std::size_t> order(dict.num_entries());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (style_.sort_keys)
      std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return compare(dict.key(a), dict.key(b), "<", work_) == -1;
      });
    out_ += '{';
    ++depth_;
    for (const std::size_t& place : order) {
      if (&place != order.data()) out_ += style_.between_items;
      begin_line();
      write_key(dict.key(place));
      out_ += style_.behind_key;
      write(dict.value(place));
    }
    --depth_;
    begin_line();
    out_ += '}';
  }

  const JsonStyle& style_;
  std::string& out_;
  Work& work_;
  std::size_t depth_ = 0;
};

}  // namespace

void append_json(const Any& value, const JsonStyle& style, std::string& out, Work& work) {
  JsonWriter(style, out, work).write(value);
}

}  // namespace trainyard::chat
