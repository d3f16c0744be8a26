// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/template_lexer.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/text/unicode/python_characters.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard::chat {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_name_part(char c) {
  const char low = static_cast<char>(c | 0x20);
  return is_digit(c) || c == '_' || (low >= 'a' && low <= 'z');
}

std::string with_plain_breaks(std::string_view source) {
  std::string out;
  out.reserve(source.size());
  for (std::size_t at = 0; at < source.size(); ++at) {
    if (source[at] != '\r') {
      out += source[at];
      continue;
    }
    out += '\n';
    if (at + 1 < source.size() && source[at + 1] == '\n') ++at;
  }
  if (out.ends_with('\n')) out.pop_back();
  return out;
}

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(with_plain_breaks(source)) {}

  std::vector<Token> read() {
    while (at_ < source_.size()) read_data();
    add(TokenType::end, {});
    return std::move(tokens_);
  }

 private:
  char byte(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  bool starts(std::string_view text) const {
    return std::string_view(source_).substr(at_).starts_with(text);
  }

  void add(TokenType type, std::string text, Any number = {}) {
    tokens_.push_back({type, line_, std::move(text), std::move(number)});
  }

  void move_to(std::size_t place) {
    line_ +=
        static_cast<int>(std::count(source_.begin() + static_cast<std::ptrdiff_t>(at_),
                                    source_.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
    at_ = place;
    is_line_start_ = at_ > 0 && source_[at_ - 1] == '\n';
  }

  std::size_t behind_space(std::size_t place) const {
    while (place < source_.size()) {
      const auto [code_point, length] = decode_utf8(source_, place);
      if (!python::is_space(code_point)) break;
      place += length;
    }
    return place;
  }

  // Reads text up to the next tag, and then that tag.
  void read_data() {
    std::size_t tag = source_.find('{', at_);
    while (tag != std::string::npos && std::string_view("{%#").find(next_to(tag)) > 2)
      tag = source_.find('{', tag + 1);
    const std::size_t end = tag == std::string::npos ? source_.size() : tag;
    std::string_view text(source_.data() + at_, end - at_);
    if (tag == std::string::npos) {
      add_data(text);
      return move_to(end);
    }
    const char kind = source_[tag + 1];
    const char sign = tag + 2 < source_.size() ? source_[tag + 2] : '\0';
    add_data(without_end(text, sign, kind != '{'));
    move_to(end);
    at_ += sign == '-' || sign == '+' ? 3 : 2;
    if (kind == '#')
      skip_comment();
    else if (kind == '{')
      read_tag(TokenType::print_begin, TokenType::print_end, "}}");
    else if (!read_raw())
      read_tag(TokenType::block_begin, TokenType::block_end, "%}");
  }

  char next_to(std::size_t place) const {
    return place + 1 < source_.size() ? source_[place + 1] : '\0';
  }

  // The remaining part of the text before a tag.
  std::string_view without_end(std::string_view text, char sign, bool takes_indent) const {
    if (sign == '-') return stripped_end(text);
    if (sign == '+' || !takes_indent) return text;
    const std::size_t line_break = text.rfind('\n');
    const std::size_t begin = line_break == std::string_view::npos ? 0 : line_break + 1;
    if (begin == 0 && !is_line_start()) return text;
    const std::string_view indent = text.substr(begin);
    return stripped_end(indent).empty() ? text.substr(0, begin) : text;
  }
  bool is_line_start() const { return at_ == 0 || is_line_start_; }

  static std::string_view stripped_end(std::string_view text) {
    return text.substr(0, python::end_without_space(text));
  }

  void add_data(std::string_view text) {
    if (!text.empty()) add(TokenType::data, std::string(text));
  }

  // Continues after a tag's end at `place`, whose own length is `length`.
  void leave_tag(std::size_t place, std::size_t length, char sign, bool trims) {
    std::size_t next = place + length;
    if (sign == '-')
      next = behind_space(next);
    else if (sign != '+' && trims && next < source_.size() && source_[next] == '\n')
      ++next;
    move_to(next);
  }

  void skip_comment() {
    const std::size_t end = source_.find("#}", at_);
    // Jinja accepts one that starts at the last character.
    if (end == std::string::npos && at_ == source_.size()) return;
    if (end == std::string::npos) fail_syntax(line_, "chat.comment_open");
    const char sign = end > at_ ? source_[end - 1] : '\0';
    leave_tag(end, 2, sign, true);
  }

  // Reads {% raw %} up to {% endraw %}, if it is one.
  bool read_raw() {
    std::size_t place = behind_space(at_);
    if (!std::string_view(source_).substr(place).starts_with("raw")) return false;
    place = behind_space(place + 3);
    const std::string_view rest = std::string_view(source_).substr(place);
    if (rest.starts_with("-%}"))
      move_to(behind_space(place + 3));
    else if (rest.starts_with("%}"))
      move_to(place + 2);
    else
      return false;
    for (std::size_t tag = source_.find("{%", at_); tag != std::string::npos;
         tag = source_.find("{%", tag + 1)) {
      const char sign = tag + 2 < source_.size() ? source_[tag + 2] : '\0';
      std::size_t end = behind_space(tag + (sign == '-' || sign == '+' ? 3 : 2));
      if (!std::string_view(source_).substr(end).starts_with("endraw")) continue;
      end = behind_space(end + 6);
      const char end_sign = end < source_.size() ? source_[end] : '\0';
      if (end_sign == '-' || end_sign == '+') ++end;
      if (!std::string_view(source_).substr(end).starts_with("%}")) continue;
      add_data(without_end({source_.data() + at_, tag - at_}, sign, true));
      leave_tag(end, 2, end_sign, true);
      return true;
    }
    if (at_ < source_.size()) fail_syntax(line_, "chat.raw_open");
    return true;
  }

  void read_tag(TokenType begin, TokenType end, std::string_view closing) {
    add(begin, {});
    std::string open;  // open brackets
    for (;;) {
      const std::size_t next = behind_space(at_);
      move_to(next);
      if (at_ >= source_.size()) return;
      const bool is_block = closing == "%}";
      const bool is_signed = byte() == '-' || (is_block && byte() == '+');
      if (open.empty() && std::string_view(source_).substr(at_ + is_signed).starts_with(closing)) {
        add(end, {});
        return leave_tag(at_ + is_signed, 2, is_signed ? byte() : '\0', is_block);
      }
      read_token(open);
    }
  }

  void read_token(std::string& open) {
    const char c = byte();
    if (is_digit(c))
      read_number();
    else if (c == '\'' || c == '"')
      read_text(c);
    else if (!read_name())
      read_sign(open);
  }

  bool read_name() {
    std::size_t end = at_;
    while (end < source_.size() && is_name_part(source_[end])) ++end;
    if (end == at_) return false;
    add(TokenType::name, source_.substr(at_, end - at_));
    at_ = end;
    return true;
  }

  void read_text(char quote) {
    std::size_t end = at_ + 1;
    while (end < source_.size() && source_[end] != quote) end += source_[end] == '\\' ? 2 : 1;
    if (end >= source_.size()) fail_syntax(line_, "chat.text_open");
    add(TokenType::text, unescaped({source_.data() + at_ + 1, end - at_ - 1}));
    move_to(end + 1);
  }

  // Replaces Python's escapes in a quoted text; a backslash that escapes nothing is kept.
  std::string unescaped(std::string_view written) const {
    static constexpr std::string_view kLetters = "\\'\"abfnrtv", kMeanings = "\\'\"\a\b\f\n\r\t\v";
    std::string text;
    for (std::size_t at = 0; at < written.size(); ++at) {
      if (written[at] != '\\') {
        text += written[at];
        continue;
      }
      const char c = written[++at];
      if (const std::size_t known = kLetters.find(c); known != std::string_view::npos) {
        text += kMeanings[known];
      } else if (c == 'x' || c == 'u' || c == 'U') {
        const std::size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : 8;
        append_utf8(code_point_of(written.substr(at + 1, digits), digits), text);
        at += digits;
      } else if (is_digit(c) || c == 'N' || static_cast<unsigned char>(c) >= 0x80) {
        fail_syntax(line_, "chat.bad_escape");
      } else if (c != '\n') {
        text += '\\';
        text += c;
      }
    }
    return text;
  }

  char32_t code_point_of(std::string_view hexadecimal, std::size_t digits) const {
    std::uint32_t code_point = 0;
    const char* const end = hexadecimal.data() + hexadecimal.size();
    const auto read = std::from_chars(hexadecimal.data(), end, code_point, 16);
    if (read.ptr != end || hexadecimal.size() != digits || code_point > 0x10FFFF ||
        (code_point >= 0xD800 && code_point < 0xE000))
      fail_syntax(line_, "chat.bad_escape");
    return code_point;
  }

  // 12, 1.5, 1e3; after a dot only digits, as in l.0.
  void read_number() {
    std::size_t end = at_;
    const auto skip_digits = [&] {
      while (end < source_.size() && is_digit(source_[end])) ++end;
    };
    const auto has_digit = [&](std::size_t place) {
      return place < source_.size() && is_digit(source_[place]);
    };
    skip_digits();
    bool is_real = false;
    if (at_ == 0 || source_[at_ - 1] != '.') {
      if (byte(end - at_) == '.' && has_digit(end + 1)) {
        is_real = true;
        ++end;
        skip_digits();
      }
      const char sign = byte(end - at_ + 1);
      const std::size_t exponent = end + (sign == '-' || sign == '+' ? 2 : 1);
      if ((byte(end - at_) | 0x20) == 'e' && has_digit(exponent)) {
        is_real = true;
        end = exponent;
        skip_digits();
      }
    }
    const std::string_view digits(source_.data() + at_, end - at_);
    if (end < source_.size() && is_name_part(source_[end]))
      fail_syntax(line_, "chat.unsupported",
                  {{"what", "a number such as " + source_.substr(at_, end - at_ + 1)}});
    add(TokenType::number, {}, is_real ? real_of(digits) : integer_of(digits));
    at_ = end;
  }

  static Any real_of(std::string_view digits) {
    double number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (read.ec == std::errc::result_out_of_range)
      number = digits.find("e-") != std::string_view::npos ? 0 : HUGE_VAL;
    return Any::real(number);
  }

  Any integer_of(std::string_view digits) const {
    // Python rejects 01.
    if (digits.size() > 1 && digits[0] == '0' &&
        digits.find_first_not_of('0') != std::string_view::npos)
      fail_syntax(line_, "chat.unsupported", {{"what", "a number such as 01"}});
    std::int64_t number = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec != std::errc())
      fail_syntax(line_, "chat.number_too_large");
    return Any::integer(number);
  }

  void read_sign(std::string& open) {
    static constexpr std::string_view kSigns[] = {"//", "**", "==", "!=", ">=", "<=", "+", "-", "/",
                                                  "*",  "%",  "~",  "[",  "]",  "(",  ")", "{", "}",
                                                  ">",  "<",  "=",  ".",  ":",  "|",  ",", ";"};
    for (const std::string_view sign : kSigns) {
      if (!starts(sign)) continue;
      balance(sign, open);
      add(TokenType::sign, std::string(sign));
      at_ += sign.size();
      return;
    }
    const std::size_t length = decode_utf8(source_, at_).length;
    fail_syntax(line_, "chat.character", {{"character", source_.substr(at_, length)}});
  }

  void balance(std::string_view sign, std::string& open) const {
    static constexpr std::string_view kOpening = "{([", kClosing = "})]";
    if (const std::size_t kind = kOpening.find(sign[0]); kind < 3) open += kClosing[kind];
    if (kClosing.find(sign[0]) >= 3) return;
    if (open.empty() || open.back() != sign[0])
      fail_syntax(line_, "chat.unexpected", {{"found", std::string(sign)}});
    open.pop_back();
  }

  std::string source_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool is_line_start_ = true;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view source) { return Lexer(source).read(); }

void fail_syntax(int line, const char* code, Map arguments) {
  throw SyntaxFault{line, {code, std::move(arguments)}};
}

}  // namespace trainyard::chat
