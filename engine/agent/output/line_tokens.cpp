// SPDX-License-Identifier: GPL-3.0-or-later
// One file because it is one scanner: what a character begins depends on what all parts accept.
#include "engine/agent/output/line_tokens.h"

#include <algorithm>

#include "engine/agent/output/metric_words.h"
#include "engine/agent/output/scanned_text.h"
#include "engine/contract/line_pattern.h"

namespace trainyard::agent {
namespace {

using std::string_view;

// The length of the character of UTF-8 that begins here, at least 1.
std::size_t character_length(string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
  return std::min(length, text.size());
}

// General punctuation, arrows, box drawing, blocks and pictures: no letters.
bool is_symbol(string_view text) {
  const auto first = static_cast<unsigned char>(char_at(text, 0));
  const auto second = static_cast<unsigned char>(char_at(text, 1));
  return (first == 0xE2 && second >= 0x80 && second <= 0xAF) || first >= 0xF0 ||
         (first == 0xC2 && second >= 0xA0 && second <= 0xBF && second != 0xB5) ||
         (first == 0xC3 && second == 0x97) || (first == 0xE3 && second == 0x80) ||
         (first == 0xEF && (second == 0xB8 || second == 0xBB || second == 0xBC));
}

// The character of ASCII that a symbol stands for; 0: none.
char plain_mark(string_view symbol) {
  if (symbol == "\xE2\x94\x82" || symbol == "\xE2\x94\x83" || symbol == "\xE2\x95\x91") return '|';
  if (symbol == "\xE2\x80\x93" || symbol == "\xE2\x80\x94" || symbol == "\xE2\x88\x92") return '-';
  if (symbol == "\xC2\xB7" || symbol == "\xE2\x80\xA2") return ',';
  if (symbol == "\xE2\x86\x92") return ':';
  if (symbol == "\xC2\xB1") return '+';
  // Of full width, and the comma of Chinese and Japanese.
  if (symbol == "\xEF\xBC\x9A") return ':';
  if (symbol == "\xEF\xBC\x9D") return '=';
  if (symbol == "\xEF\xBC\x8C" || symbol == "\xE3\x80\x81") return ',';
  if (symbol == "\xEF\xBC\x88") return '(';
  if (symbol == "\xEF\xBC\x89") return ')';
  return 0;
}

// Of "[====>.....]", "-----", "........", and of bars made of blocks.
bool is_rule_character(char c) {
  constexpr string_view all = "=->.#*~_+<";
  return all.find(c) != all.npos;
}

bool stands_for_none(string_view word) {
  return word == "None" || word == "null" || word == "N/A" || word == "n/a" || word == "NA";
}

// "16_h1", "2d_iou": names, of which "_" is told apart from a unit behind a number.
bool is_name_with_digits(string_view text) {
  std::size_t i = count_digits(text, 0);
  while (is_name_letter(char_at(text, i)) && char_at(text, i) != '_') ++i;
  return char_at(text, i) == '_' && is_name_letter(char_at(text, i + 1)) &&
         char_at(text, i + 1) != '_';
}

// Chinese, Japanese and Korean are written without spaces, also around numbers.
bool is_spaceless(char c) {
  const auto first = static_cast<unsigned char>(c);
  return first >= 0xE3 && first <= 0xED;
}

// "1h2m3s": digits and letters of durations by turns.
bool is_duration(string_view text) {
  std::size_t i = 0, parts = 0;
  while (i < text.size()) {
    const std::size_t digits = count_digits(text, i);
    if (digits == 0) return false;
    i += digits;
    if (char_at(text, i) == '.') i += 1 + count_digits(text, i + 1);
    std::size_t end = i;
    while (is_name_letter(char_at(text, end))) ++end;
    if (end == i || unit_seconds(text.substr(i, end - i)) == 0) return false;
    i = end;
    ++parts;
  }
  return parts > 1;
}

// `end`: where the unit's word ends.
void apply_unit(string_view& rest, LineToken& number, UnitKind kind, string_view word,
                std::size_t end) {
  number.unit_kind = kind;
  number.unit = word;
  rest.remove_prefix(end);
}

std::uint64_t mixed_hash(std::uint64_t hash, std::uint64_t more) {
  hash ^= more;
  hash *= 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 29);
}
std::uint64_t mixed_hash(std::uint64_t hash, string_view text) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return mixed_hash(hash, text.size());
}

}  // namespace

void append_plain(std::string& plain, string_view line) {
  std::size_t cursor = plain.size();  // what is behind it is written over
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '\x1B') {
      if (char_at(line, i + 1) == '[') {
        i += 2;
        while (i < line.size() && !(line[i] >= '@' && line[i] <= '~')) ++i;
      } else if (char_at(line, i + 1) == ']') {
        while (i < line.size() && line[i] != '\a' &&
               !(line[i] == '\x1B' && char_at(line, i + 1) == '\\'))
          ++i;
        if (char_at(line, i) == '\x1B') ++i;
      } else {
        ++i;
      }
    } else if (c == '\b') {
      if (cursor > 0) --cursor;
    } else if (line.substr(i).starts_with("#011")) {  // a tab, as syslog writes it
      plain.resize(cursor);
      plain += '\t';
      cursor += 1;
      i += 3;
    } else if (c == '\t' || static_cast<unsigned char>(c) >= ' ') {
      if (cursor < plain.size())
        plain[cursor] = c;
      else
        plain += c;
      ++cursor;
    }
  }
}

LineToken& LineTokens::add(TokenKind kind, string_view text, std::uint8_t space) {
  LineToken token;
  token.kind = kind;
  token.text = text;
  token.space = space;
  tokens_.push_back(token);
  return tokens_.back();
}

void LineTokens::add_opaque(string_view& rest, std::size_t length, std::uint8_t space) {
  add(TokenKind::opaque, rest.substr(0, length), space);
  rest.remove_prefix(length);
}

bool LineTokens::read(string_view line) {
  line_.clear();
  tokens_.clear();
  has_number_ = false;
  if (line.size() > 4 * max_line_bytes) return false;
  append_plain(line_, line);
  if (line_.size() > max_line_bytes) return false;
  string_view rest = line_;
  while (!rest.empty()) {
    std::uint8_t space = 0;
    while (!rest.empty() && (rest[0] == ' ' || rest[0] == '\t')) {
      space = static_cast<std::uint8_t>(std::min(space + (rest[0] == '\t' ? 8 : 1), 100));
      rest.remove_prefix(1);
    }
    if (rest.empty()) break;
    if (tokens_.size() >= max_tokens) return false;
    take(rest, space);
    join_durations();
  }
  return true;
}

// "2m 12s", "0h 8m12s" and "1 day, 5:12:31" are one.
void LineTokens::join_durations() {
  const auto is_long = [](const LineToken& token) {
    return token.kind == TokenKind::number && token.unit_kind == UnitKind::time &&
           token.unit.find('/') == string_view::npos && unit_seconds(token.unit) >= 60;
  };
  if (tokens_.size() < 2) return;
  const LineToken last = tokens_.back();
  const bool is_time = last.kind == TokenKind::opaque
                           ? is_digit(last.text[0])
                           : last.kind == TokenKind::number && last.unit_kind == UnitKind::time &&
                                 last.unit.find('/') == string_view::npos;
  if (!is_time) return;
  const std::size_t before = tokens_.size() - 2;
  std::size_t first = before;
  if (tokens_[before].kind == TokenKind::mark && tokens_[before].mark == ',' && before > 0)
    first = before - 1;
  if (!is_long(tokens_[first])) return;
  tokens_.resize(first + 1);
  tokens_.back().kind = TokenKind::opaque;
}

void LineTokens::take(string_view& rest, std::uint8_t space) {
  const char c = rest[0];
  if (is_digit(c) && is_name_with_digits(rest)) return take_word(rest, space);
  if (is_digit(c) || (c == '.' && is_digit(char_at(rest, 1)))) return take_number(rest, space);
  if (c == '+' || c == '-') {
    // A sign, where no value stands directly before it.
    const bool is_after = !tokens_.empty() && space == 0 && tokens_.back().kind != TokenKind::mark;
    const bool is_before =
        is_digit(char_at(rest, 1)) || char_at(rest, 1) == '.' || is_name_letter(char_at(rest, 1));
    if (!is_after && is_before && number_at(rest)) return take_number(rest, space);
    if (rest.substr(1).starts_with("nanz")) {  // a deviation that is not known yet: (+0.12z)
      LineToken& number = add(TokenKind::number, rest.substr(0, 5), space);
      number.is_missing = true;
      number.unit_kind = UnitKind::other;
      number.unit = "z";
      return rest.remove_prefix(5);
    }
  }
  if (take_rule(rest, space)) return;
  if (is_symbol(rest) || !is_in_word(c)) {
    // A path. What is behind a single slash elsewhere is read by itself.
    if ((c == '/' || c == '~') && is_name_letter(char_at(rest, c == '~' ? 2 : 1)) &&
        (space > 0 || tokens_.empty() || tokens_.back().kind == TokenKind::mark)) {
      const std::size_t end = std::min(rest.find_first_of(" \t,;'\")"), rest.size());
      if (rest.substr(1, end - 1).find('/') != rest.npos) return add_opaque(rest, end, space);
    }
    return take_mark(rest, space);
  }
  take_word(rest, space);
}

bool LineTokens::take_rule(string_view& rest, std::uint8_t space) {
  std::size_t end = 0, count = 0;
  while (end < rest.size() && count < max_line_bytes) {
    if (is_rule_character(rest[end])) {
      ++end;
    } else if (is_symbol(rest.substr(end)) &&
               !plain_mark(rest.substr(end, character_length(rest.substr(end))))) {
      end += character_length(rest.substr(end));
      count += 2;
    } else {
      break;
    }
    ++count;
  }
  // "...": an ellipsis stays one; a number may begin directly behind dots that lead to it.
  if (end > 0 && end < rest.size() && is_digit(rest[end]) &&
      (rest[end - 1] == '.' || rest[end - 1] == '-' || rest[end - 1] == '+')) {
    --end;
    --count;
  }
  if (count < 3) return false;
  // The parts of a bar are one.
  if (!tokens_.empty() && tokens_.back().kind == TokenKind::rule)
    tokens_.back().text = rest.substr(0, end);
  else
    add(TokenKind::rule, rest.substr(0, end), space);
  rest.remove_prefix(end);
  return true;
}

void LineTokens::take_mark(string_view& rest, std::uint8_t space) {
  const std::size_t length = is_symbol(rest) ? character_length(rest) : 1;
  const char mark = length == 1 ? rest[0] : plain_mark(rest.substr(0, length));
  if (mark != 0) add(TokenKind::mark, rest.substr(0, length), space).mark = mark;
  rest.remove_prefix(length);
}

void LineTokens::take_number(string_view& rest, std::uint8_t space) {
  if (is_name_letter(char_at(rest, is_sign(rest[0]) ? 1 : 0))) return take_infinite(rest, space);
  const bool is_listed = !tokens_.empty() && space == 0 && tokens_.back().kind == TokenKind::mark &&
                         (tokens_.back().mark == '[' || tokens_.back().mark == '(');
  const auto written = written_number(rest, !is_listed);
  if (!written) return take_mark(rest, space);
  if (const std::size_t end = end_of_opaque(rest, *written); end > 0)
    return add_opaque(rest, end, space);
  LineToken& number = add(TokenKind::number, rest.substr(0, written->length), space);
  number.value = written->value;
  number.is_whole = written->is_whole;
  has_number_ = true;
  const string_view all = rest;
  rest.remove_prefix(written->length);
  const bool is_count = !written->has_sign && written->is_whole && take_count(rest, number);
  take_unit(rest, number);
  if (!is_count && number.kind == TokenKind::opaque) {
    std::size_t stop = 0;
    while (stop < rest.size() && (is_in_word(rest[stop]) || rest[stop] == '.')) ++stop;
    rest.remove_prefix(stop);
    number.text = all.substr(0, all.size() - rest.size());
  }
}

// "-inf", "nanz"
void LineTokens::take_infinite(string_view& rest, std::uint8_t space) {
  const auto word = number_at(rest);
  LineToken& number = add(TokenKind::number, rest.substr(0, word->second), space);
  number.value = word->first;
  rest.remove_prefix(word->second);
  has_number_ = true;
  if (char_at(rest, 0) == 'z')
    rest.remove_prefix(1), number.unit_kind = UnitKind::other, number.unit = "z";
}

// What may follow a whole number directly: 3/12 and 3 / 12 are ratios; 1-50 is a range, and what
// has been done goes to its end; 100/98/98 is of one count, in other ways.
bool LineTokens::take_count(string_view& rest, LineToken& number) {
  const auto extend_text = [&] {
    number.text = {number.text.data(), static_cast<std::size_t>(rest.data() - number.text.data())};
  };
  std::size_t slash = 0;
  while (char_at(rest, slash) == ' ' && slash < 3) ++slash;
  std::size_t behind = slash + 1;
  while (char_at(rest, behind) == ' ' && behind < slash + 12) ++behind;
  const std::size_t more = count_digits(rest, behind);
  const char tail = char_at(rest, behind + more);
  const bool is_count = more > 0 && more < 16 && tail != '.' && !is_name_letter(tail);
  if (slash == 0 && behind == 1 && is_count && tail == '/' &&
      is_digit(char_at(rest, behind + more + 1))) {
    rest.remove_prefix(std::min(rest.find_first_not_of("0123456789/"), rest.size()));
    extend_text();
    return true;
  }
  if (char_at(rest, slash) == '/' && is_count) {
    number.kind = TokenKind::ratio;
    number.total = number_at(rest.substr(behind))->first;
    rest.remove_prefix(behind + more);
    extend_text();
    return true;
  }
  if (char_at(rest, 0) == '-' && is_digit(char_at(rest, 1))) {
    const std::size_t range = count_digits(rest, 1);
    if (range < 16 && char_at(rest, 1 + range) != '-' && char_at(rest, 1 + range) != '.') {
      number.value = number_at(rest.substr(1))->first;
      rest.remove_prefix(1 + range);
    }
  }
  return false;
}

// A unit directly behind a number, or as the next word.
void LineTokens::take_unit(string_view& rest, LineToken& number) {
  const bool is_ratio = number.kind == TokenKind::ratio;
  if (char_at(rest, 0) == '%') {
    number.unit_kind = UnitKind::percent;
    number.unit = rest.substr(0, 1);
    rest.remove_prefix(1);
    return;
  }
  std::size_t begin = 0;
  while (char_at(rest, begin) == ' ' && begin < 2) ++begin;
  std::size_t end = begin;
  while (end < rest.size() && (is_in_word(rest[end]) || rest[end] == '/') && end < begin + 24)
    ++end;
  string_view word = rest.substr(begin, end - begin);
  if (begin > 0 && char_at(rest, begin) == '%') {
    number.unit_kind = UnitKind::percent;
    number.unit = rest.substr(begin, 1);
    rest.remove_prefix(begin + 1);
    return;
  }
  if (word.empty() || is_ratio || is_spaceless(word[0]) || is_symbol(word)) return;
  if (begin == 0) return take_attached_unit(rest, number, word);
  // A word with a value of its own behind it is no unit.
  std::size_t next = end;
  while (char_at(rest, next) == ' ') ++next;
  if (char_at(rest, next) == ':' || char_at(rest, next) == '=') return;
  if (word.size() == 1 && word != "s" && word != "h" && word != "x") return;
  if (const UnitKind kind = unit_word(word); kind != UnitKind::none)
    apply_unit(rest, number, kind, word, end);
}

void LineTokens::take_attached_unit(string_view& rest, LineToken& number, string_view word) {
  const std::size_t end = word.size();
  if (is_duration(string_view(number.text.data(), number.text.size() + end))) {
    number.kind = TokenKind::opaque;
    rest.remove_prefix(end);
    return;
  }
  double factor = 0;
  if (word[0] == 'k' || word[0] == 'K') factor = 1e3;
  if (word[0] == 'M') factor = 1e6;
  if (word[0] == 'B' || word[0] == 'G') factor = 1e9;
  if (factor > 0 && word.size() == 1) {
    number.value *= factor;
    number.is_whole = false;
    rest.remove_prefix(1);
    return take_unit(rest, number);
  }
  if (word[0] == '/' && is_name_letter(char_at(word, 1)))
    return apply_unit(rest, number, UnitKind::rate, word, end);
  if (const UnitKind kind = unit_word(word); kind != UnitKind::none)
    return apply_unit(rest, number, kind, word, end);
  // "1epoch", "50batch" are counters with their word behind; "3rd", "4x4" are words.
  if (counter_word(word) == Counter::none) number.kind = TokenKind::opaque;
}

void LineTokens::take_word(string_view& rest, std::uint8_t space) {
  std::size_t end = 0;
  while (end < rest.size()) {
    const char c = rest[end];
    if ((c & 0x80) != 0 && is_symbol(rest.substr(end))) break;
    if (is_spaceless(c)) {
      end += character_length(rest.substr(end));
      if (is_digit(char_at(rest, end))) break;
      continue;
    }
    const std::size_t more = more_of_word(rest, end);
    if (more == 0) break;
    end += more;
  }
  const string_view word = rest.substr(0, end);
  if (stands_for_none(word) || (!is_digit(word[0]) && number_at(word))) {
    LineToken& number = add(TokenKind::number, word, space);
    number.is_missing = stands_for_none(word);
    number.value = number.is_missing ? 0 : number_at(word)->first;
    has_number_ = true;
    rest.remove_prefix(end);
    return take_unit(rest, number);
  }
  // An address goes on to the next space.
  if (char_at(rest, end) == ':' && char_at(rest, end + 1) == '/' && char_at(rest, end + 2) == '/')
    return add_opaque(rest, std::min(rest.find_first_of(" \t"), rest.size()), space);
  rest.remove_prefix(end);
  add_word(word, space);
}

void LineTokens::add_word(string_view text, std::uint8_t space) {
  const std::size_t digits = text.find_first_of("0123456789");
  if (digits != text.npos) {
    // "epoch3", "Epoch-3", "step_100"
    const std::size_t last = text.find_last_not_of("0123456789");
    if (digits > 0 && last == digits - 1) {
      string_view stem = text.substr(0, digits);
      const string_view number = text.substr(digits);
      while (!stem.empty() && (stem.back() == '-' || stem.back() == '_')) stem.remove_suffix(1);
      if ((counter_word(stem) != Counter::none || is_printer_word(stem)) && number.size() < 16) {
        add(TokenKind::word, stem, space);
        LineToken& count = add(TokenKind::number, number, 0);
        count.value = number_at(number)->first;
        count.is_whole = has_number_ = true;
        return;
      }
    }
    const std::size_t num_digits =
        static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_digit));
    // Identifiers, versions, glog's "I0101".
    const bool is_version = (text[0] == 'v' || text[0] == 'V') && digits == 1;
    if (is_version || num_digits >= 4 || (text.size() >= 16 && num_digits > 2)) {
      add(TokenKind::opaque, text, space);
      return;
    }
  }
  const std::size_t dot = text.rfind('.');
  static constexpr string_view files[] = {
      "py",    "cpp",  "cc",  "c",   "h",  "txt",  "pt", "pth", "json",        "bin", "o",  "so",
      "ckpt",  "yaml", "log", "csv", "h5", "whl",  "gz", "npz", "safetensors", "sh",  "md", "cu",
      "keras", "pkl",  "go",  "rs",  "jl", "java", "js", "ts",  "rb",          "lua", "hpp"};
  const bool is_file = dot != text.npos && std::find(std::begin(files), std::end(files),
                                                     text.substr(dot + 1)) != std::end(files);
  if (is_file || text == "True" || text == "False" || text == "true" || text == "false" ||
      std::count(text.begin(), text.end(), '/') > 2) {
    add(TokenKind::opaque, text, space);
    return;
  }
  add(TokenKind::word, text, space);
}

std::uint64_t LineTokens::shape() const {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const LineToken& token : tokens_) {
    switch (token.kind) {
      case TokenKind::word:
        hash = mixed_hash(hash, token.text);
        break;
      case TokenKind::mark:
        hash = mixed_hash(hash, static_cast<std::uint64_t>(token.mark));
        break;
      case TokenKind::rule:
        hash = mixed_hash(hash, 0x100u);
        break;
      case TokenKind::opaque:
        hash = mixed_hash(hash, 0x200u);
        break;
      case TokenKind::ratio:
        hash = mixed_hash(hash, 0x300u + static_cast<std::uint64_t>(token.unit_kind));
        break;
      case TokenKind::number:
        // A duration is told as 12s or as 1:02.
        hash = mixed_hash(hash, token.unit_kind == UnitKind::time
                                    ? 0x200u
                                    : 0x400u + static_cast<std::uint64_t>(token.unit_kind));
        break;
    }
  }
  return hash;
}

}  // namespace trainyard::agent
