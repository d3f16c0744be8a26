// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/quick_json.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include "engine/system/utf8_sequence.h"
#include "engine/text/unicode/utf8.h"

namespace trainyard {

namespace {

constexpr int kDepthLimit = 64;
// Objects with more members are left to parse_json, which sorts them for lookup.
constexpr std::size_t kMaxMembers = 64;
constexpr std::size_t kUsualMembers = 4;  // initial capacity

// Characters that end a run of plain characters in a text.
constexpr std::array<bool, 256> kSpecial = [] {
  std::array<bool, 256> special{};
  for (int byte = 0; byte < 0x20; ++byte) special[static_cast<std::size_t>(byte)] = true;
  special['"'] = special['\\'] = true;
  return special;
}();

// Whether any of eight bytes is below 0x20, a quote or a backslash. Bytes from 0x80 are plain.
// Because of a borrow, a byte above a special one may also appear special, which is harmless here.
bool has_special(std::uint64_t eight) {
  constexpr std::uint64_t kOnes = 0x0101010101010101u, kTops = 0x8080808080808080u;
  const auto holds_zero = [](std::uint64_t bytes) { return (bytes - kOnes) & ~bytes & kTops; };
  const std::uint64_t below = (eight - kOnes * 0x20) & ~eight & kTops;
  return (below | holds_zero(eight ^ kOnes * '"') | holds_zero(eight ^ kOnes * '\\')) != 0;
}

bool is_space(char character) {
  return character == ' ' || character == '\t' || character == '\n' || character == '\r';
}

// Every function returns false if it gives up.
class QuickReader {
 public:
  explicit QuickReader(std::string_view text)
      : begin_(text.data()), at_(text.data()), end_(text.data() + text.size()) {}

  std::size_t used() const { return static_cast<std::size_t>(at_ - begin_); }

  bool read_object(Map& map, int depth) {
    if (depth > kDepthLimit || !take('{')) return false;
    if (skip_spaces() && *at_ == '}') return take('}');
    map.reserve(kUsualMembers);
    for (std::string key;;) {
      if (!skip_spaces() || !read_text(key) || !skip_spaces() || !take(':')) return false;
      Value* place = nullptr;  // of equal keys the last value counts, at the position of the first
      for (auto& [name, value] : map)
        if (name == key) place = &value;
      if (!place) {
        if (map.size() == kMaxMembers) return false;
        map.emplace_back();
        map.back().first.swap(key);
        place = &map.back().second;
      }
      place->emplace<std::monostate>();
      if (!read_value(*place, depth) || !skip_spaces()) return false;
      if (*at_ == '}') return take('}');
      if (!take(',')) return false;
    }
  }

 private:
  bool skip_spaces() {
    while (at_ < end_ && is_space(*at_)) ++at_;
    return at_ < end_;
  }
  bool take(char expected) {
    if (at_ == end_ || *at_ != expected) return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view word) {
    if (static_cast<std::size_t>(end_ - at_) < word.size() ||
        std::memcmp(at_, word.data(), word.size()) != 0)
      return false;
    at_ += word.size();
    return true;
  }

  bool read_value(Value& value, int depth) {
    if (!skip_spaces()) return false;
    switch (*at_) {
      case '"': {
        if (!read_text(value.emplace<std::string>())) return false;
        mend_number(value);
        return true;
      }
      case '{': {
        Map map;
        if (!read_object(map, depth + 1)) return false;
        value = std::move(map);
        return true;
      }
      case '[':
        return read_list(value, depth + 1);
      case 't':
        value = true;
        return take_word("true");
      case 'f':
        value = false;
        return take_word("false");
      case 'n':
        return take_word("null");
      default:
        return read_number(value);
    }
  }

  // A number that is not finite is a text in JSON.
  static void mend_number(Value& value) {
    const std::string_view text = *value.get_if<std::string>();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (text.size() == 3 && text == "NaN") value = std::numeric_limits<double>::quiet_NaN();
    if (text.size() == 8 && text == "Infinity") value = kInfinity;
    if (text.size() == 9 && text == "-Infinity") value = -kInfinity;
  }

  bool read_list(Value& value, int depth) {
    if (depth > kDepthLimit || !take('[')) return false;
    List list;
    if (skip_spaces() && *at_ == ']') {
      value = std::move(list);
      return take(']');
    }
    for (;;) {
      if (!read_value(list.emplace_back(), depth) || !skip_spaces()) return false;
      if (*at_ == ']') {
        value = std::move(list);
        return take(']');
      }
      if (!take(',')) return false;
    }
  }

  // Skips eight plain characters at a time, as long as there are that many.
  void skip_plain() {
    for (std::uint64_t eight; end_ - at_ >= 8; at_ += 8) {
      std::memcpy(&eight, at_, sizeof eight);
      if (has_special(eight)) break;
    }
    while (at_ < end_ && !kSpecial[static_cast<unsigned char>(*at_)]) ++at_;
  }

  bool read_text(std::string& text) {
    text.clear();
    if (!take('"')) return false;
    // Reserves approximately the length of the text.
    const void* quote = std::memchr(at_, '"', static_cast<std::size_t>(end_ - at_));
    if (quote) text.reserve(static_cast<std::size_t>(static_cast<const char*>(quote) - at_));
    for (;;) {
      const char* from = at_;
      skip_plain();
      text.append(from, at_);
      if (at_ == end_) return false;
      if (*at_ == '"') return take('"');
      if (!take('\\') || !read_escape(text)) return false;
    }
  }

  bool read_escape(std::string& text) {
    if (at_ == end_) return false;
    constexpr std::string_view kLetters = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
    const char letter = *at_++;
    if (const std::size_t known = kLetters.find(letter); known != kLetters.npos) {
      text += kMeant[known];
      return true;
    }
    std::uint32_t point = 0, low = 0;
    if (letter != 'u' || !read_four(point) || (point >= 0xDC00 && point < 0xE000)) return false;
    if (point >= 0xD800 && point < 0xDC00) {
      if (!take_word("\\u") || !read_four(low) || low < 0xDC00 || low >= 0xE000) return false;
      point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
    }
    append_utf8(point, text);
    return true;
  }

  bool read_four(std::uint32_t& number) {
    if (end_ - at_ < 4) return false;
    for (int i = 0; i < 4; ++i) {
      const auto byte = static_cast<unsigned char>(*at_);
      if (!((byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f') ||
            (byte >= 'A' && byte <= 'F')))
        return false;
      number = number * 16 + (byte <= '9' ? byte - '0' : (byte | 0x20) - 'a' + 10);
      ++at_;
    }
    return true;
  }

  bool digits() {
    const char* from = at_;
    while (at_ < end_ && *at_ >= '0' && *at_ <= '9') ++at_;
    return at_ > from;
  }

  // RFC 8259, section 6. A number at the end of the text may continue after it.
  bool read_number(Value& value) {
    const char* from = at_;
    if (*at_ == '-') ++at_;
    const char* first = at_;
    if (!digits() || (*first == '0' && at_ - first > 1)) return false;
    bool is_whole = true;
    if (at_ < end_ && *at_ == '.') {
      is_whole = false;
      ++at_;
      if (!digits()) return false;
    }
    if (at_ < end_ && (*at_ == 'e' || *at_ == 'E')) {
      is_whole = false;
      ++at_;
      if (at_ < end_ && (*at_ == '+' || *at_ == '-')) ++at_;
      if (!digits()) return false;
    }
    if (at_ == end_) return false;
    std::int64_t whole = 0;
    double real = 0;
    if (is_whole && std::from_chars(from, at_, whole).ec == std::errc()) {
      value = whole;
      return true;
    }
    if (std::from_chars(from, at_, real).ec != std::errc()) return false;
    value = real;
    return true;
  }

  const char *begin_, *at_, *end_;
};

}  // namespace

std::optional<QuickObject> read_quickly(std::string_view text) {
  QuickReader reader(text);
  QuickObject found;
  if (!reader.read_object(found.object, 1)) return std::nullopt;
  found.size = reader.used();
  if (find_invalid_utf8(text.substr(0, found.size))) return std::nullopt;
  return found;
}

}  // namespace trainyard
