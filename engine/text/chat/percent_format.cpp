// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/percent_format.h"

#include "engine/text/chat/value_comparison.h"
#include "engine/text/chat/value_text.h"
#include "engine/contract/utf8_sequence.h"

namespace trainyard::chat {
namespace {

class PercentFormatter {
 public:
  PercentFormatter(std::string_view format, const Any& values, Work& work)
      : format_(format), values_(values), work_(work) {}

  std::string write() {
    std::string out;
    while (at_ < format_.size()) {
      const std::size_t mark = std::min(format_.find('%', at_), format_.size());
      out += format_.substr(at_, mark - at_);
      at_ = mark;
      if (at_ == format_.size()) break;
      ++at_;
      write_field(out);
      work_.spend_bytes(out.size() / 16);
      if (out.size() > most_text_bytes) fail("chat.too_large");
    }
    const bool is_tuple = values_.is(Kind::tuple);
    const std::size_t given = is_tuple ? values_.num_items() : 1;
    const bool may_be_more = values_.is(Kind::dict) || values_.is(Kind::list) ||
                             values_.is(Kind::range) || values_.is(Kind::undefined);
    if (!is_keyed_ && taken_ < given && (is_tuple || !may_be_more)) fail_format("%");
    work_.spend_bytes(out.size());
    return out;
  }

 private:
  [[noreturn]] void fail_format(std::string_view what) const {
    fail("chat.bad_format", {{"format", std::string(what)}});
  }
  char peek() const {
    if (at_ >= format_.size()) fail_format(format_);
    return format_[at_];
  }

  Any next_value() {
    const bool is_tuple = values_.is(Kind::tuple);
    if (is_keyed_) fail_format(format_);
    if (taken_ >= (is_tuple ? values_.num_items() : 1)) fail_format(format_);
    ++taken_;
    return is_tuple ? values_.item(taken_ - 1) : values_;
  }

  Any keyed_value() {
    const std::size_t end = format_.find(')', at_);
    if (end == std::string_view::npos || !values_.is(Kind::dict)) fail_format(format_);
    Any value;
    if (!values_.find(format_.substr(at_ + 1, end - at_ - 1), value)) fail_format(format_);
    at_ = end + 1;
    is_keyed_ = true;
    return value;
  }

  int read_number() {
    if (peek() == '*') {
      ++at_;
      const std::int64_t number = whole_argument("%", next_value());
      if (number > 100'000 || number < -100'000) fail("chat.too_large");
      return static_cast<int>(number);
    }
    int number = 0;
    while (peek() >= '0' && peek() <= '9') {
      number = number * 10 + (format_[at_++] - '0');
      if (number > 100'000) fail("chat.too_large");
    }
    return number;
  }

  void read_flags(FieldLayout& layout) {
    bool is_left = false, has_zeros = false;
    for (;; ++at_) {
      const char flag = peek();
      if (flag == '-')
        is_left = true;
      else if (flag == '0')
        has_zeros = true;
      else if (flag == '#')
        layout.alternate = true;
      else if (flag == '+' || (flag == ' ' && layout.sign == '\0'))
        layout.sign = flag;
      else if (flag != ' ')
        break;
    }
    layout.align = is_left ? '<' : has_zeros ? '=' : '>';
    if (has_zeros && !is_left) layout.fill = '0';
  }

  void write_field(std::string& out) {
    Any value;
    if (peek() == '(') value = keyed_value();
    FieldLayout layout;
    read_flags(layout);
    const int width = read_number();
    if (width < 0) layout.align = '<';
    layout.width = static_cast<std::size_t>(std::abs(width));
    if (peek() == '.') {
      ++at_;
      layout.precision = std::max(read_number(), 0);
    }
    while (peek() == 'l' || peek() == 'h' || peek() == 'L') ++at_;
    layout.type = peek();
    ++at_;
    if (layout.type == '%') {
      out += '%';
      return;
    }
    if (!is_given(value)) value = next_value();
    out += field(value, layout);
  }

  std::string field(const Any& value, FieldLayout& layout) {
    const char type = layout.type;
    if (type == 's' || type == 'r' || type == 'c') {
      // Zeros do not fill texts.
      if (layout.align == '=') layout.align = '>';
      layout.fill = ' ';
      if (type == 'c') return laid_out_text(character(value), layout);
      std::string text;
      if (type == 's')
        append_str(value, text, work_);
      else
        append_repr(value, text, work_);
      return laid_out_text(text, layout);
    }
    if (std::string_view("diuxXofFeEgG").find(type) == std::string_view::npos) fail_format(format_);
    if (!value.is_number()) fail_argument("%", value);
    if (std::string_view("diu").find(type) != std::string_view::npos) {
      layout.type = '\0';
      return laid_out_number(value.is(Kind::real) ? truncated(value.number()) : value, layout);
    }
    if (std::string_view("xXo").find(type) != std::string_view::npos && value.is(Kind::real))
      fail_argument("%", value);
    return laid_out_number(value, layout);
  }

  static Any truncated(double number) {
    if (!(number > -9.2e18 && number < 9.2e18)) fail("chat.number_too_large");
    return Any::integer(static_cast<std::int64_t>(number));
  }

  std::string character(const Any& value) const {
    if (value.is_whole()) {
      const std::int64_t code = value.whole();
      if (code < 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) fail_format("%c");
      std::string text;
      append_utf8(static_cast<char32_t>(code), text);
      return text;
    }
    const std::string_view text = text_argument("%c", value);
    if (text.empty() || decode_utf8(text, 0).length != text.size()) fail_format("%c");
    return std::string(text);
  }

  std::string_view format_;
  const Any& values_;
  Work& work_;
  std::size_t at_ = 0, taken_ = 0;
  bool is_keyed_ = false;
};

}  // namespace

std::string percent_format(std::string_view format, const Any& values, Work& work) {
  return PercentFormatter(format, values, work).write();
}

}  // namespace trainyard::chat
