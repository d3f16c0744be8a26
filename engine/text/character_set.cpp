// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/character_set.h"

#include <algorithm>
#include <string>

namespace trainyard {
namespace {

constexpr std::string_view category_names[] = {
    "cn", "lu", "ll", "lt", "lm", "lo", "mn", "mc", "me", "nd", "nl", "no", "pc", "pd", "ps",
    "pe", "pi", "pf", "po", "sm", "sc", "sk", "so", "zs", "zl", "zp", "cc", "cf", "co"};
constexpr std::string_view script_names[] = {"han",    "hiragana", "katakana",  "hangul",
                                             "latin",  "greek",    "cyrillic",  "arabic",
                                             "hebrew", "thai",     "devanagari"};
constexpr std::pair<std::string_view, std::string_view> long_names[] = {{"letter", "l"},
                                                                        {"mark", "m"},
                                                                        {"number", "n"},
                                                                        {"punctuation", "p"},
                                                                        {"punct", "p"},
                                                                        {"symbol", "s"},
                                                                        {"separator", "z"},
                                                                        {"other", "c"},
                                                                        {"uppercaseletter", "lu"},
                                                                        {"lowercaseletter", "ll"},
                                                                        {"titlecaseletter", "lt"},
                                                                        {"modifierletter", "lm"},
                                                                        {"otherletter", "lo"},
                                                                        {"decimalnumber", "nd"},
                                                                        {"digit", "nd"},
                                                                        {"spaceseparator", "zs"}};

std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : name)
    if (c != '_' && c != ' ' && c != '-') plain += c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
  for (const auto& [given, known] : long_names)
    if (plain == given) return std::string(known);
  return plain;
}

}  // namespace

CharacterSet CharacterSet::create(const Belongs& belongs, const std::vector<char32_t>& borders) {
  std::vector<char32_t> begins = borders;
  begins.push_back(0);
  for (std::size_t i = 0; i < num_character_ranges; ++i) {
    begins.push_back(character_ranges[i].first);
    begins.push_back(character_ranges[i].last + 1);
  }
  std::ranges::sort(begins);
  CharacterSet set;
  bool is_inside = false;
  char32_t before = kNumCodePoints;
  for (const char32_t begin : begins) {
    if (begin >= kNumCodePoints || begin == before) continue;
    before = begin;
    const bool belongs_now = belongs(begin, properties_of(begin));
    if (belongs_now != is_inside) set.edges_.push_back(begin);
    is_inside = belongs_now;
  }
  for (char32_t c = 0; c < 128; ++c)
    if (set.contains_other(c)) set.ascii_[c / 64] |= std::uint64_t{1} << (c % 64);
  return set;
}

CharacterSet CharacterSet::of_flag(std::uint32_t flag) {
  return create(
      [=](char32_t, const CharacterProperties& known) { return (known.flags & flag) != 0; }, {});
}

bool CharacterSet::contains_other(char32_t code_point) const {
  return (std::ranges::upper_bound(edges_, code_point) - edges_.begin()) % 2 == 1;
}

std::optional<CharacterSet::Belongs> property_called(std::string_view given) {
  const std::string name = plain_name(given);
  std::uint32_t categories = 0, flag = 0;
  for (std::size_t i = 0; i < std::size(category_names); ++i)
    if (category_names[i] == name || (name.size() == 1 && category_names[i].starts_with(name)))
      categories |= 1u << i;
  for (std::size_t i = 0; i < std::size(script_names); ++i)
    if (script_names[i] == name) flag = kFirstScriptFlag << i;
  if (categories == 0 && flag == 0) return std::nullopt;
  return [=](char32_t, const CharacterProperties& known) {
    return (categories >> static_cast<unsigned>(known.category) & 1) != 0 ||
           (known.flags & flag) != 0;
  };
}

}  // namespace trainyard
