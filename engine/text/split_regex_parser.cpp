// SPDX-License-Identifier: GPL-3.0-or-later
// One file because a pattern is parsed by recursive descent, whose functions call each other.
#include <algorithm>
#include <memory>
#include <string>

#include "engine/contract/messages.h"
#include "engine/text/split_regex_set.h"
#include "engine/text/split_regex_syntax.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

using Kind = RegexSyntax::Kind;

constexpr std::uint32_t kMaxRepeats = 1000;
constexpr int kDeepest = 100;

class RegexParser {
 public:
  explicit RegexParser(std::string_view expression) : text_(expression) {}

  Result<RegexSyntax> parse() {
    TRY(RegexSyntax all, alternatives(0));
    if (at_ < text_.size()) return unknown();
    return all;
  }

 private:
  Error unknown() const {
    return make_error("tokenizer.regex", {{"expression", std::string(text_)},
                                          {"rest", std::string(text_.substr(begin_of_part_))}});
  }

  bool is_at(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  bool take(std::string_view what) {
    if (!is_at(what)) return false;
    at_ += what.size();
    return true;
  }
  char32_t take_character() {
    const DecodedCharacter next = decode_utf8(text_, at_);
    at_ += next.length;
    return next.code_point;
  }

  Result<RegexSyntax> alternatives(int depth) {
    if (depth > kDeepest) return unknown();
    RegexSyntax all{.kind = Kind::alternatives};
    do {
      TRY(all.parts.emplace_back(), sequence(depth));
    } while (take("|"));
    return all.parts.size() == 1 ? std::move(all.parts.front()) : std::move(all);
  }

  Result<RegexSyntax> sequence(int depth) {
    RegexSyntax all{.kind = Kind::sequence};
    while (at_ < text_.size() && !is_at("|") && !is_at(")")) {
      begin_of_part_ = at_;
      TRY(RegexSyntax part, atom(depth));
      TRY(part, repeated(std::move(part)));
      all.parts.push_back(std::move(part));
    }
    return all;
  }

  Result<RegexSyntax> group(int depth, bool ignores_case) {
    const bool before = ignores_case_;
    ignores_case_ = ignores_case;
    TRY(RegexSyntax inner, alternatives(depth + 1));
    ignores_case_ = before;
    if (!take(")")) return unknown();
    return inner;
  }

  Result<RegexSyntax> atom(int depth) {
    if (take("(?:")) return group(depth, ignores_case_);
    if (take("(?i:")) return group(depth, true);
    if (take("(?-i:")) return group(depth, false);
    for (const bool is_negative : {false, true})
      if (take(is_negative ? "(?!" : "(?=")) {
        RegexSyntax look{.kind = Kind::look_ahead, .is_negative = is_negative};
        TRY(look.parts.emplace_back(), group(depth, ignores_case_));
        return look;
      }
    if (is_at("(?")) return unknown();
    if (take("(")) return group(depth, ignores_case_);
    if (is_at("*") || is_at("+") || is_at("?") || is_at("]")) return unknown();
    if (take("^")) return border(RegexAnchor::line_begin);
    if (take("$")) return border(RegexAnchor::line_end);
    if (take("\\A")) return border(RegexAnchor::text_begin);
    if (take("\\z")) return border(RegexAnchor::text_end);
    if (take("\\Z")) return border(RegexAnchor::last_line_end);
    if (take("\\b")) return border(RegexAnchor::word_border);
    if (take("\\B")) return border(RegexAnchor::no_word_border);
    TRY(SetSyntax set, one_character());
    if (ignores_case_) set = std::move(set).any_case();
    return set.syntax();
  }

  static RegexSyntax border(RegexAnchor anchor) {
    RegexSyntax syntax{.kind = Kind::anchor};
    syntax.anchor = anchor;
    return syntax;
  }

  Result<SetSyntax> one_character() {
    if (take("[")) return brackets(0);
    if (take(".")) return SetSyntax::range('\n', '\n').negated();
    if (take("\\")) return escape();
    const char32_t c = take_character();
    // Not ASCII: its other case is not supported here.
    if (ignores_case_ && c >= 128 && is_cased(c)) return unknown();
    return SetSyntax::range(c, c);
  }

  static bool is_cased(char32_t c) {
    const GeneralCategory of = properties_of(c).category;
    return of == GeneralCategory::Lu || of == GeneralCategory::Ll || of == GeneralCategory::Lt;
  }

  // Continues after the opening bracket.
  Result<SetSyntax> brackets(int depth) {
    if (depth > kDeepest) return unknown();
    const bool is_negated = take("^");
    if (is_at("]") || is_at(":")) return unknown();
    std::optional<SetSyntax> met;
    SetSyntax set = SetSyntax::none();
    const auto end_part = [&] {
      met = met ? std::move(*met).met(std::move(set)) : std::move(set);
      set = SetSyntax::none();
    };
    while (at_ < text_.size() && !is_at("]")) {
      if (take("&&")) {
        end_part();
        continue;
      }
      TRY(SetSyntax item, set_item(depth));
      set = std::move(set).united(std::move(item));
    }
    if (!take("]")) return unknown();
    end_part();
    return is_negated ? std::move(*met).negated() : std::move(*met);
  }

  Result<SetSyntax> set_item(int depth) {
    if (take("[")) return brackets(depth + 1);
    const std::size_t begin = at_;
    if (is_at("\\") && !is_character_escape()) {
      ++at_;
      return escape();
    }
    TRY(const char32_t first, set_character());
    const bool is_range = is_at("-") && !text_.substr(at_).starts_with("-]") && at_ > begin;
    if (!is_range) return SetSyntax::range(first, first);
    ++at_;
    if (at_ >= text_.size() || is_at("[") || (is_at("\\") && !is_character_escape()))
      return unknown();
    TRY(const char32_t last, set_character());
    if (last < first) return unknown();
    return SetSyntax::range(first, last);
  }

  Result<char32_t> set_character() {
    if (!take("\\")) return take_character();
    return escaped_character();
  }

  // Whether the following escape represents a single character.
  bool is_character_escape() const {
    constexpr std::string_view kSets = "sSdDwWpPhHRX";
    return at_ + 1 < text_.size() && kSets.find(text_[at_ + 1]) == std::string_view::npos;
  }

  // Continues after the backslash.
  Result<SetSyntax> escape() {
    if (at_ >= text_.size()) return unknown();
    switch (text_[at_]) {
      case 's':
        return ++at_, SetSyntax::flag(kSpaceFlag);
      case 'S':
        return ++at_, SetSyntax::flag(kSpaceFlag).negated();
      case 'w':
        return ++at_, SetSyntax::flag(kWordFlag);
      case 'W':
        return ++at_, SetSyntax::flag(kWordFlag).negated();
      case 'd':
        return ++at_, named_property("Nd", false);
      case 'D':
        return ++at_, named_property("Nd", true);
      case 'p':
      case 'P':
        return property();
      default:
        break;
    }
    TRY(const char32_t c, escaped_character());
    return SetSyntax::range(c, c);
  }

  Result<SetSyntax> property() {
    const bool is_other = text_[at_++] == 'P';
    if (!take("{")) return unknown();
    const bool is_negated = take("^") != is_other;
    const std::size_t end = text_.find('}', at_);
    if (end == std::string_view::npos) return unknown();
    const std::string_view name = text_.substr(at_, end - at_);
    at_ = end + 1;
    return named_property(name, is_negated);
  }

  Result<SetSyntax> named_property(std::string_view name, bool is_negated) const {
    auto belongs = property_called(name);
    if (!belongs) return unknown();
    SetSyntax set{*std::move(belongs), {}};
    return is_negated ? std::move(set).negated() : std::move(set);
  }

  Result<char32_t> escaped_character() {
    if (at_ >= text_.size()) return unknown();
    const char32_t c = take_character();
    switch (c) {
      case 'n':
        return U'\n';
      case 'r':
        return U'\r';
      case 't':
        return U'\t';
      case 'f':
        return U'\f';
      case 'v':
        return U'\v';
      case 'a':
        return U'\a';
      case 'e':
        return U'\x1B';
      case 'x':
        return take("{") ? hexadecimal(8, true) : hexadecimal(2, false);
      case 'u':
        return hexadecimal(4, false);
      default:
        break;
    }
    if (is_ascii_letter(c) || (c >= '0' && c <= '9') || c >= 128) return unknown();
    return c;
  }

  Result<char32_t> hexadecimal(std::size_t most, bool is_closed) {
    char32_t value = 0;
    std::size_t count = 0;
    for (; count < most && at_ < text_.size(); ++count, ++at_) {
      const char c = text_[at_];
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) break;
      value = value * 16 + static_cast<char32_t>(digit);
    }
    if (count == 0 || (!is_closed && count < most) || (is_closed && !take("}")) ||
        value >= kNumCodePoints)
      return unknown();
    return value;
  }

  Result<RegexSyntax> repeated(RegexSyntax part) {
    for (;;) {
      RegexSyntax repeat{.kind = Kind::repeat};
      bool is_interval = false;
      if (take("?")) {
        repeat.least = 0;
      } else if (take("*")) {
        repeat.least = 0;
        repeat.most = RegexSyntax::kNoLimit;
      } else if (take("+")) {
        repeat.most = RegexSyntax::kNoLimit;
      } else if (is_at("{") && interval(repeat)) {
        is_interval = true;
      } else {
        return part;
      }
      if (take("?"))
        repeat.greed = RegexGreed::lazy;
      else if (!is_interval && take("+"))  // in Ruby this repeats the interval
        repeat.greed = RegexGreed::possessive;
      const bool is_endless_nothing =
          repeat.most > 1 && (part.may_be_empty() || part.kind == Kind::anchor);
      if (is_endless_nothing || (is_interval && repeat.greed == RegexGreed::lazy)) return unknown();
      repeat.parts.push_back(std::move(part));
      part = std::move(repeat);
    }
  }

  // "{m}", "{m,}", "{,n}" or "{m,n}"; false for other text, of which nothing is consumed.
  bool interval(RegexSyntax& repeat) {
    const std::size_t begin = at_++;
    const auto number = [&]() -> std::optional<std::uint32_t> {
      std::uint32_t value = 0;
      const std::size_t from = at_;
      while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && value < kMaxRepeats)
        value = value * 10 + static_cast<std::uint32_t>(text_[at_++] - '0');
      return at_ == from ? std::nullopt : std::optional(value);
    };
    const auto least = number();
    const bool has_comma = take(",");
    const auto most = has_comma ? number() : least;
    const bool is_sound = (least || most) && take("}") && least.value_or(0) <= kMaxRepeats &&
                          most.value_or(1) <= kMaxRepeats && most.value_or(1) > 0 &&
                          (!most || least.value_or(0) <= *most);
    if (!is_sound) {
      at_ = begin;
      return false;
    }
    repeat.least = least.value_or(0);
    repeat.most = most.value_or(RegexSyntax::kNoLimit);
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0, begin_of_part_ = 0;
  bool ignores_case_ = false;
};

}  // namespace

bool RegexSyntax::may_be_empty() const {
  switch (kind) {
    case Kind::set:
      return false;
    case Kind::sequence:
      return std::ranges::all_of(parts, &RegexSyntax::may_be_empty);
    case Kind::alternatives:
      return std::ranges::any_of(parts, &RegexSyntax::may_be_empty);
    case Kind::repeat:
      return least == 0 || parts.front().may_be_empty();
    case Kind::look_ahead:
    case Kind::anchor:
      break;
  }
  return true;
}

Result<RegexSyntax> parse_regex(std::string_view expression) {
  return RegexParser(expression).parse();
}

}  // namespace trainyard
