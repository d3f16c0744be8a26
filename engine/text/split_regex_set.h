// SPDX-License-Identifier: GPL-3.0-or-later
// A character set of a regular expression while it is being parsed. Internal to split_regex.
#pragma once

#include <utility>
#include <vector>

#include "engine/text/character_set.h"
#include "engine/text/split_regex_syntax.h"

namespace trainyard {

inline constexpr char32_t kLongS = 0x17F, kKelvin = 0x212A;  // match s and k if case is ignored

inline bool is_ascii_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// A set under construction.
struct SetSyntax {
  CharacterSet::Belongs belongs;
  std::vector<char32_t> borders;

  static SetSyntax range(char32_t first, char32_t last) {
    return {[=](char32_t c, const CharacterProperties&) { return c >= first && c <= last; },
            {first, last + 1}};
  }
  static SetSyntax flag(std::uint32_t flag) {
    return {[=](char32_t, const CharacterProperties& known) { return (known.flags & flag) != 0; },
            {}};
  }
  static SetSyntax none() {
    return {[](char32_t, const CharacterProperties&) { return false; }, {}};
  }

  SetSyntax negated() && {
    return {[inner = std::move(belongs)](char32_t c, const CharacterProperties& known) {
              return !inner(c, known);
            },
            std::move(borders)};
  }
  template <class Together>
  SetSyntax with(SetSyntax other, Together together) && {
    borders.insert(borders.end(), other.borders.begin(), other.borders.end());
    return {[one = std::move(belongs), two = std::move(other.belongs), together](
                char32_t c, const CharacterProperties& known) {
              return together(one(c, known), two(c, known));
            },
            std::move(borders)};
  }
  SetSyntax united(SetSyntax other) && {
    return std::move(*this).with(std::move(other), [](bool a, bool b) { return a || b; });
  }
  SetSyntax met(SetSyntax other) && {
    return std::move(*this).with(std::move(other), [](bool a, bool b) { return a && b; });
  }
  // Adds the other case of its ASCII letters.
  SetSyntax any_case() && {
    borders.insert(borders.end(), {kLongS, kLongS + 1, kKelvin, kKelvin + 1});
    for (char32_t c = 'A'; c <= 'z' + 1; ++c) borders.push_back(c);
    return {[inner = std::move(belongs)](char32_t c, const CharacterProperties& known) {
              if (inner(c, known)) return true;
              if (c == kLongS) c = 's';
              if (c == kKelvin) c = 'k';
              if (!is_ascii_letter(c)) return false;
              return inner(c, properties_of(c)) || inner(c ^ 0x20, properties_of(c ^ 0x20));
            },
            std::move(borders)};
  }

  RegexSyntax syntax() const {
    RegexSyntax syntax{.kind = RegexSyntax::Kind::set};
    syntax.set = CharacterSet::create(belongs, borders);
    return syntax;
  }
};

}  // namespace trainyard
