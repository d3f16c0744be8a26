#include "engine/text/normalizer.h"

#include <algorithm>
#include <span>
#include <unordered_map>

#include "engine/text/normal_forms.h"
#include "engine/text/normalization_tables.h"
#include "engine/text/unicode_tables.h"
#include "engine/text/utf8.h"
#include "engine/text/utf8_decode.h"

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

// Each character by what `change(code_point, bytes, out)` appends.
template <typename Change>
std::string each_character(std::string_view text, const Change& change) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (std::size_t at = 0; at < text.size();) {
    const DecodedCharacter character = decode_utf8(text, at);
    change(character.code_point, text.substr(at, character.length), out);
    at += character.length;
  }
  return out;
}

std::string lowered(std::string_view text) {
  const auto& table = lower_case();
  return each_character(text, [&](char32_t c, std::string_view bytes, std::string& out) {
    if (c < 0x80) {
      out += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
      return;
    }
    const auto entry = table.find(c);
    out += entry == table.end() ? bytes : std::string_view(entry->second);
  });
}

std::string without(std::string_view text, const CodePointSet& removed) {
  return each_character(text, [&](char32_t c, std::string_view bytes, std::string& out) {
    if (!removed.contains(c)) out += bytes;
  });
}

std::string cleaned(std::string_view text) {
  static const CodePointSet removed(normalization_tables::removed_by_cleaning);
  return each_character(text, [&](char32_t c, std::string_view bytes, std::string& out) {
    if (removed.contains(c)) return;
    if (character_class(c) == CharacterClass::space)
      out += ' ';
    else
      out += bytes;
  });
}

std::string chinese_set_apart(std::string_view text) {
  static const CodePointSet chinese(normalization_tables::set_apart);
  return each_character(text, [&](char32_t c, std::string_view bytes, std::string& out) {
    const bool is_chinese = chinese.contains(c);
    if (is_chinese) out += ' ';
    out += bytes;
    if (is_chinese) out += ' ';
  });
}

std::string_view apply_step(const NormalizerStep& step, std::string_view text, std::string& made) {
  using Kind = NormalizerStep::Kind;
  static const CodePointSet marks(normalization_tables::marks);
  static const CodePointSet nonspacing(normalization_tables::nonspacing_marks);
  switch (step.kind) {
    case Kind::nfc:
      return to_normal_form(text, NormalForm::nfc, made);
    case Kind::nfd:
      return to_normal_form(text, NormalForm::nfd, made);
    case Kind::nfkc:
      return to_normal_form(text, NormalForm::nfkc, made);
    case Kind::nfkd:
      return to_normal_form(text, NormalForm::nfkd, made);
    case Kind::lowercase:
      return made = lowered(text);
    case Kind::strip_accents:
      return is_ascii(text) ? text : made = without(text, marks);
    case Kind::strip_nonspacing:
      return is_ascii(text) ? text : made = without(text, nonspacing);
    case Kind::clean:
      return made = cleaned(text);
    case Kind::set_chinese_apart:
      return is_ascii(text) ? text : made = chinese_set_apart(text);
    case Kind::replace:
      return made = replace_all(text, step.pattern, step.content);
    case Kind::prepend:
      return text.empty() ? text : made = step.content + std::string(text);
  }
  return text;
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
  for (const NormalizerStep& step : steps_) text = apply_step(step, text, made);
  return text;
}

bool is_bert_punctuation(char32_t code_point) {
  static const CodePointSet set(normalization_tables::punctuation);
  return set.contains(code_point);
}

}  // namespace trainyard
