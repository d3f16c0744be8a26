// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/normalizer.h"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_map>

#include "engine/text/unicode/normal_forms.h"
#include "engine/text/unicode/normalization_tables.h"
#include "engine/text/unicode/character_class.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

// A set of code points, one bit each.
class CodePointSet {
 public:
  explicit CodePointSet(std::span<const char32_t> ranges) {
    for (std::size_t at = 0; at < ranges.size(); at += 2)
      for (char32_t c = ranges[at]; c <= ranges[at + 1]; ++c) bits_[c] = true;
  }
  bool contains(char32_t c) const { return c < bits_.size() && bits_[c]; }

 private:
  std::vector<bool> bits_ = std::vector<bool>(0x110000);
};

const std::unordered_map<char32_t, std::string>& lower_case() {
  static const auto table = [] {
    std::unordered_map<char32_t, std::string> entries;
    const auto list = normalization_tables::lower_case;
    for (std::size_t at = 0; at < list.size(); at += 2 + list[at + 1])
      for (const char32_t c : list.subspan(at + 2, list[at + 1])) append_utf8(c, entries[list[at]]);
    return entries;
  }();
  return table;
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// ASCII bytes that a step leaves unchanged.
using PlainBytes = std::array<bool, 256>;

template <typename IsPlain>
constexpr PlainBytes plain_bytes(const IsPlain& is_plain) {
  PlainBytes bytes{};
  for (std::size_t c = 0; c < 0x80; ++c) bytes[c] = is_plain(static_cast<char32_t>(c));
  return bytes;
}

constexpr PlainBytes kAllPlain = plain_bytes([](char32_t) { return true; });
constexpr PlainBytes kPlainInLowering = plain_bytes([](char32_t c) { return c < 'A' || c > 'Z'; });
constexpr PlainBytes kPlainInCleaning = plain_bytes([](char32_t c) { return c >= ' ' && c < 127; });

// The output of each step; Writer is a TextWriter or an AlignedTextWriter. Each character is
// replaced by what `change(code_point, bytes)` writes; runs of plain ones are kept as a whole.
template <typename Writer, typename Change>
void write_each(std::string_view text, const PlainBytes& plain, Writer& out, const Change& change) {
  out.reserve(text.size() + text.size() / 8);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    while (at < text.size() && plain[static_cast<unsigned char>(text[at])]) ++at;
    if (at > begin) {
      out.keep(text.substr(begin, at - begin));
      continue;
    }
    const DecodedCharacter character = decode_utf8(text, at);
    change(character.code_point, text.substr(at, character.length));
    at += character.length;
  }
}

// Replaces `bytes` with the first character of `by`, followed by the others.
template <typename Writer>
void replace_by_several(std::string_view bytes, std::string_view by, Writer& out) {
  const std::size_t first = decode_utf8(by, 0).length;
  out.replace(bytes.size(), by.substr(0, first));
  if (by.size() > first) out.insert(by.substr(first));
}

template <typename Writer>
void write_lowered(std::string_view text, Writer& out) {
  const auto& table = lower_case();
  write_each(text, kPlainInLowering, out, [&](char32_t c, std::string_view bytes) {
    if (c < 0x80) {
      const char lower = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
      return out.replace(1, {&lower, 1});
    }
    const auto entry = table.find(c);
    if (entry == table.end())
      out.keep(bytes);
    else
      replace_by_several(bytes, entry->second, out);
  });
}

template <typename Writer>
void write_without(std::string_view text, const CodePointSet& removed, Writer& out) {
  write_each(text, kAllPlain, out, [&](char32_t c, std::string_view bytes) {
    if (removed.contains(c))
      out.drop(bytes.size());
    else
      out.keep(bytes);
  });
}

template <typename Writer>
void write_cleaned(std::string_view text, Writer& out) {
  static const CodePointSet removed(normalization_tables::removed_by_cleaning);
  write_each(text, kPlainInCleaning, out, [&](char32_t c, std::string_view bytes) {
    if (removed.contains(c))
      out.drop(bytes.size());
    else if (character_class(c) == CharacterClass::space)
      out.replace(bytes.size(), " ");
    else
      out.keep(bytes);
  });
}

template <typename Writer>
void write_chinese_apart(std::string_view text, Writer& out) {
  static const CodePointSet chinese(normalization_tables::set_apart);
  write_each(text, kAllPlain, out, [&](char32_t c, std::string_view bytes) {
    if (!chinese.contains(c)) return out.keep(bytes);
    out.replace(bytes.size(), " ");
    out.insert(bytes);
    out.insert(" ");
  });
}

struct Match {
  std::size_t begin = std::string_view::npos;
  std::size_t size = 0;
};

Match find_spaces(std::string_view text, std::size_t at) {
  const std::size_t begin = text.find("  ", at);
  if (begin == std::string_view::npos) return {};
  return {begin, std::min(text.find_first_not_of(' ', begin), text.size()) - begin};
}

// Replaces each match of `find(text, from)` with `content`, whose origin is the last byte of the
// match.
template <typename Writer, typename Find>
bool write_replaced(std::string_view text, std::string_view content, const Find& find,
                    Writer& out) {
  Match match = find(text, 0);
  if (match.begin == std::string_view::npos) return false;
  out.reserve(text.size() + text.size() / 8);
  std::size_t at = 0;
  for (; match.begin != std::string_view::npos; match = find(text, at)) {
    out.keep(text.substr(at, match.begin - at));
    out.drop(match.size);
    out.insert(content);
    at = match.begin + match.size;
  }
  out.keep(text.substr(at));
  return true;
}

template <typename Writer>
bool write_stripped(std::string_view text, bool is_left, Writer& out) {
  // Without is_left: the start of the white space at the end of the text.
  std::size_t at = 0, edge = 0;
  while (at < text.size()) {
    const DecodedCharacter character = decode_utf8(text, at);
    const bool is_space = character_class(character.code_point) == CharacterClass::space;
    if (is_left && !is_space) break;
    at += character.length;
    if (is_left || !is_space) edge = at;
  }
  if (edge == (is_left ? 0 : text.size())) return false;
  if (is_left) out.drop(edge);
  out.keep(is_left ? text.substr(edge) : text.substr(0, edge));
  return true;
}

template <typename Writer>
bool write_prepended(std::string_view text, std::string_view content, Writer& out) {
  if (text.empty() || content.empty()) return false;
  const std::string_view first = text.substr(0, decode_utf8(text, 0).length);
  out.replace(first.size(), content);
  out.insert(first);
  out.keep(text.substr(first.size()));
  return true;
}

template <typename Writer>
bool write_formed(std::string_view text, const std::optional<FormedText>& characters, Writer& out) {
  if (!characters) return false;
  out.reserve(text.size() + text.size() / 8);
  std::size_t at = 0;
  std::string bytes;
  for (const FormedCharacter& character : *characters) {
    bytes.clear();
    append_utf8(character.code_point, bytes);
    const std::size_t begin = at;
    for (std::uint32_t i = 0; i < character.replaced; ++i) at += decode_utf8(text, at).length;
    if (character.replaced == 0)
      out.insert(bytes);
    else
      out.replace(at - begin, bytes);
  }
  return true;
}

// False if the step does not change `text`; nothing is written then.
template <typename Writer>
bool write_step(const NormalizerStep& step, std::string_view text, Writer& out) {
  using Kind = NormalizerStep::Kind;
  static const CodePointSet marks(normalization_tables::marks);
  static const CodePointSet nonspacing(normalization_tables::nonspacing_marks);
  switch (step.kind) {
    case Kind::nfc:
      return write_formed(text, to_normal_form(text, NormalForm::nfc), out);
    case Kind::nfd:
      return write_formed(text, to_normal_form(text, NormalForm::nfd), out);
    case Kind::nfkc:
      return write_formed(text, to_normal_form(text, NormalForm::nfkc), out);
    case Kind::nfkd:
      return write_formed(text, to_normal_form(text, NormalForm::nfkd), out);
    case Kind::lowercase:
      return write_lowered(text, out), true;
    case Kind::strip_accents:
      return !is_ascii(text) && (write_without(text, marks, out), true);
    case Kind::strip_nonspacing:
      return !is_ascii(text) && (write_without(text, nonspacing, out), true);
    case Kind::clean:
      return write_cleaned(text, out), true;
    case Kind::set_chinese_apart:
      return !is_ascii(text) && (write_chinese_apart(text, out), true);
    case Kind::replace: {
      const auto find = [&](std::string_view within, std::size_t at) {
        return Match{within.find(step.pattern, at), step.pattern.size()};
      };
      return write_replaced(text, step.content, find, out);
    }
    case Kind::replace_spaces:
      return write_replaced(text, step.content, find_spaces, out);
    case Kind::prepend:
      return write_prepended(text, step.content, out);
    case Kind::begin_with:
      return !text.starts_with(step.content) && write_prepended(text, step.content, out);
    case Kind::strip_left:
      return write_stripped(text, true, out);
    case Kind::strip_right:
      return write_stripped(text, false, out);
    case Kind::precompiled:
      return write_formed(text, step.map->apply(text), out);
  }
  return false;
}

}  // namespace

void Normalizer::add_bert(const BertNormalizerOptions& options) {
  using Kind = NormalizerStep::Kind;
  if (options.clean_text) add({.kind = Kind::clean});
  if (options.handle_chinese_chars) add({.kind = Kind::set_chinese_apart});
  if (options.strip_accents) {
    add({.kind = Kind::nfd});
    add({.kind = Kind::strip_nonspacing});
  }
  if (options.lowercase) add({.kind = Kind::lowercase});
}

std::string_view Normalizer::apply(std::string_view text, std::string& made) const {
  for (const NormalizerStep& step : steps_) {
    TextWriter out;
    if (write_step(step, text, out)) text = made = out.take();
  }
  return text;
}

void Normalizer::apply(AlignedText& text) const {
  for (const NormalizerStep& step : steps_) {
    AlignedTextWriter out(text);
    if (write_step(step, text.text, out)) text = out.take();
  }
}

bool is_bert_punctuation(char32_t code_point) {
  static const CodePointSet set(normalization_tables::punctuation);
  return set.contains(code_point);
}

}  // namespace trainyard
