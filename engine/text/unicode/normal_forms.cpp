// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/unicode/normal_forms.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/text/unicode/normalization_tables.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard {
namespace {

// Hangul is computed (The Unicode Standard, 3.12).
namespace hangul {
constexpr char32_t first_syllable = 0xAC00, num_syllables = 11172;
constexpr char32_t first_lead = 0x1100, num_leads = 19;
constexpr char32_t first_vowel = 0x1161, num_vowels = 21;
constexpr char32_t before_tails = 0x11A7, num_tails = 28;  // starting with "no tail"

bool is_in(char32_t c, char32_t first, char32_t count) { return c >= first && c - first < count; }
bool is_syllable(char32_t c) { return is_in(c, first_syllable, num_syllables); }
bool is_vowel_or_tail(char32_t c) {
  return is_in(c, first_vowel, num_vowels) || is_in(c, before_tails + 1, num_tails - 1);
}

std::u32string decompose(char32_t syllable) {
  const char32_t index = syllable - first_syllable;
  std::u32string parts = {first_lead + index / (num_vowels * num_tails),
                          first_vowel + index / num_tails % num_vowels};
  if (index % num_tails != 0) parts += before_tails + index % num_tails;
  return parts;
}

// 0 if they do not form a syllable.
char32_t compose(char32_t first, char32_t second) {
  if (is_in(first, first_lead, num_leads) && is_in(second, first_vowel, num_vowels))
    return first_syllable + ((first - first_lead) * num_vowels + second - first_vowel) * num_tails;
  const bool has_no_tail = is_syllable(first) && (first - first_syllable) % num_tails == 0;
  return has_no_tail && is_in(second, before_tails + 1, num_tails - 1)
             ? first + second - before_tails
             : 0;
}
}  // namespace hangul

// Appends the decomposition of a character.
void append_parts(std::u32string_view parts, FormedText& out) {
  for (std::uint32_t replaced = 1; const char32_t part : parts) {
    out.push_back({part, replaced});
    replaced = 0;
  }
}

constexpr std::size_t kNumCharacters = 0x110000;

// The generated lists, indexed by code point. A few MB, created on first use.
class FormTables {
 public:
  static const FormTables& get() {
    static const FormTables tables;
    return tables;
  }

  bool may_change(char32_t c, NormalForm form) const {
    return c < kNumCharacters && (changing_[c] >> static_cast<unsigned>(form) & 1) != 0;
  }
  unsigned combining_class(char32_t c) const {
    return c < kNumCharacters ? combining_classes_[c] : 0;
  }
  void decompose(char32_t c, bool is_compatible, FormedText& out) const;
  char32_t compose(char32_t first, char32_t second) const;

 private:
  using Decompositions = std::unordered_map<char32_t, std::u32string_view>;

  FormTables();
  void mark(char32_t c, std::initializer_list<NormalForm> forms) {
    for (const NormalForm form : forms)
      changing_[c] |= static_cast<std::uint8_t>(1u << static_cast<unsigned>(form));
  }
  static Decompositions read(std::span<const char32_t> list);

  std::vector<std::uint8_t> changing_ = std::vector<std::uint8_t>(kNumCharacters);
  std::vector<std::uint8_t> combining_classes_ = std::vector<std::uint8_t>(kNumCharacters);
  Decompositions canonical_, compatible_;
  std::unordered_map<std::uint64_t, char32_t> compositions_;  // first << 32 | second
};

FormTables::Decompositions FormTables::read(std::span<const char32_t> list) {
  Decompositions entries;
  for (std::size_t at = 0; at < list.size(); at += 2 + list[at + 1])
    entries.emplace(list[at], std::u32string_view(&list[at + 2], list[at + 1]));
  return entries;
}

FormTables::FormTables() {
  using enum NormalForm;
  canonical_ = read(normalization_tables::canonical_decompositions);
  compatible_ = read(normalization_tables::compatible_decompositions);
  const auto classes = normalization_tables::combining_classes;
  for (std::size_t at = 0; at < classes.size(); at += 2) {
    combining_classes_[classes[at]] = static_cast<std::uint8_t>(classes[at + 1]);
    mark(classes[at], {nfc, nfd, nfkc, nfkd});
  }
  const auto pairs = normalization_tables::compositions;
  for (std::size_t at = 0; at < pairs.size(); at += 3) {
    compositions_.emplace(std::uint64_t{pairs[at]} << 32 | pairs[at + 1], pairs[at + 2]);
    mark(pairs[at + 1], {nfc, nfkc});
  }
  for (char32_t c = 0; c < kNumCharacters; ++c) {
    if (hangul::is_vowel_or_tail(c)) mark(c, {nfc, nfkc});
    if (hangul::is_syllable(c)) mark(c, {nfd, nfkd});
  }
  // Characters that recompose to themselves are unchanged: only NFD affects them.
  for (const auto& [c, parts] : canonical_) {
    mark(c, {nfd, nfkd});
    char32_t whole = parts[0];
    for (const char32_t part : parts.substr(1)) whole = compose(whole, part);
    if (whole != c) mark(c, {nfc, nfkc});
  }
  for (const auto& [c, parts] : compatible_) mark(c, {nfkc, nfkd});
}

void FormTables::decompose(char32_t c, bool is_compatible, FormedText& out) const {
  if (hangul::is_syllable(c)) return append_parts(hangul::decompose(c), out);
  if (is_compatible)
    if (const auto entry = compatible_.find(c); entry != compatible_.end())
      return append_parts(entry->second, out);
  const auto entry = canonical_.find(c);
  append_parts(entry == canonical_.end() ? std::u32string_view(&c, 1) : entry->second, out);
}

char32_t FormTables::compose(char32_t first, char32_t second) const {
  if (const char32_t syllable = hangul::compose(first, second)) return syllable;
  const auto entry = compositions_.find(std::uint64_t{first} << 32 | second);
  return entry == compositions_.end() ? 0 : entry->second;
}

bool is_in_form(std::string_view text, NormalForm form, const FormTables& tables) {
  for (std::size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    const DecodedCharacter character = decode_utf8(text, at);
    if (tables.may_change(character.code_point, form)) return false;
    at += character.length;
  }
  return true;
}

// Sorts the marks after a starter by class, stable.
void sort_marks(FormedText& text, const FormTables& tables) {
  const auto class_of = [&](const FormedCharacter& c) {
    return tables.combining_class(c.code_point);
  };
  const auto is_starter = [&](const FormedCharacter& c) { return class_of(c) == 0; };
  for (auto at = text.begin(); at != text.end();) {
    if (is_starter(*at)) {
      ++at;
      continue;
    }
    const auto end = std::find_if(at, text.end(), is_starter);
    std::stable_sort(at, end,
                     [&](const auto& a, const auto& b) { return class_of(a) < class_of(b); });
    at = end;
  }
}

// Joins each starter with the characters that can be composed with it: those that no mark of the
// same or a higher class, and no other starter, separates from it.
void join(FormedText& text, const FormTables& tables) {
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::size_t kept = 0, starter = none;
  unsigned last_class = 0;
  for (const FormedCharacter& c : text) {
    const unsigned of = tables.combining_class(c.code_point);
    const bool is_next_to_starter = starter != none && starter + 1 == kept;
    if (starter != none && (is_next_to_starter || last_class < of)) {
      if (const char32_t composed = tables.compose(text[starter].code_point, c.code_point)) {
        text[starter] = {composed, text[starter].replaced + c.replaced};
        continue;
      }
    }
    if (of == 0) starter = kept;
    last_class = of;
    text[kept++] = c;
  }
  text.resize(kept);
}

}  // namespace

std::optional<FormedText> to_normal_form(std::string_view text, NormalForm form) {
  const FormTables& tables = FormTables::get();
  if (is_in_form(text, form, tables)) return std::nullopt;
  const bool is_compatible = form == NormalForm::nfkc || form == NormalForm::nfkd;
  FormedText characters;
  characters.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      characters.push_back({static_cast<char32_t>(text[at++]), 1});
      continue;
    }
    const DecodedCharacter character = decode_utf8(text, at);
    tables.decompose(character.code_point, is_compatible, characters);
    at += character.length;
  }
  sort_marks(characters, tables);
  if (form == NormalForm::nfc || form == NormalForm::nfkc) join(characters, tables);
  return characters;
}

}  // namespace trainyard
