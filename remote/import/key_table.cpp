// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/key_table.h"

#include <algorithm>

#include "engine/contract/experiment/scalar.h"

namespace trainyard {
namespace {

constexpr std::size_t kShownCharacters = 80;

bool is_nothing(const Value& value) {
  if (value.is_null()) return true;
  if (const auto* text = value.get_if<std::string>())
    return text->empty() || *text == "None" || *text == "null";
  if (const auto* list = value.get_if<List>()) return list->empty();
  const auto* map = value.get_if<Map>();
  return map && map->empty();
}

std::optional<double> real_of(const Value& value) {
  const Value number = number_of(value);
  if (const auto* whole = number.get_if<std::int64_t>()) return static_cast<double>(*whole);
  const auto* real = number.get_if<double>();
  return real ? std::optional(*real) : std::nullopt;
}

bool is_same(const Value& value, std::string_view word) {
  if (word_of(value) == word) return true;
  const auto truth = truth_of(value);
  if (truth && (word == "true" || word == "false")) return *truth == (word == "true");
  const auto a = real_of(value), b = real_of(std::string(word));
  return a && b && *a == *b;
}

}  // namespace

const KeyRow* find_row(std::span<const KeyRow> rows, std::string_view key) {
  for (const KeyRow& row : rows) {
    if (row.key == key) return &row;
    if (!row.key.ends_with(".*")) continue;
    const std::string_view above = row.key.substr(0, row.key.size() - 2);
    if (key.starts_with(above) && (key.size() == above.size() || key[above.size()] == '.'))
      return &row;
  }
  return nullptr;
}

bool is_one_of(const Value& value, std::string_view words) {
  for (std::string_view rest = words; !rest.empty();) {
    const auto end = std::min(rest.find('|'), rest.size());
    if (is_same(value, rest.substr(0, end))) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

bool asks_nothing(const KeyRow& row, const Value& value) {
  return is_nothing(value) || is_one_of(value, row.same);
}

void note_no_counterpart(const KeyRow& row, const Setting& setting, Draft& draft) {
  draft.note(row.sentence, setting.origin,
             {{"found", shortened(setting.value)}, {"field", std::string(row.field)}});
}

bool is_idle(Use use) {
  return use == Use::engine_decides || use == Use::always || use == Use::no_effect;
}

void carry_over(std::span<const KeyRow> rows, const Settings& settings, Draft& draft) {
  for (const Setting& setting : settings) {
    const KeyRow* row = find_row(rows, setting.key);
    if (!row) {
      draft.note("import.unknown_key", setting.origin);
      continue;
    }
    if (asks_nothing(*row, setting.value)) continue;
    switch (row->use) {
      case Use::combined:
        break;
      case Use::no_effect:
        draft.note("import.no_effect", setting.origin);
        break;
      case Use::engine_decides:
        draft.note("import.engine_decides", setting.origin);
        break;
      case Use::always:
        draft.note("import.always", setting.origin);
        break;
      case Use::no_counterpart:
        note_no_counterpart(*row, setting, draft);
        break;
      case Use::field: {
        const Value value = row->change ? row->change(setting.value) : setting.value;
        if (value.is_null())
          note_no_counterpart(*row, setting, draft);
        else
          draft.set(row->field, value, setting.origin);
      }
    }
  }
}

std::optional<bool> truth_of(const Value& value) {
  if (const auto* truth = value.get_if<bool>()) return *truth;
  const std::string word = word_of(value);
  for (const char* yes : {"true", "yes", "on", "1", "y", "t"})
    if (word == yes) return true;
  for (const char* no : {"false", "no", "off", "0", "n", "f"})
    if (word == no) return false;
  return std::nullopt;
}

Value number_of(const Value& value) {
  const auto* text = value.get_if<std::string>();
  if (!text) return value;
  Scalar scalar = read_scalar(*text);
  const bool is_number = scalar.kind == Scalar::Kind::value &&
                         (scalar.value.get_if<std::int64_t>() || scalar.value.get_if<double>());
  return is_number ? std::move(scalar.value) : value;
}

std::string word_of(const Value& value) {
  if (value.is_null() || value.get_if<List>() || value.get_if<Map>()) return {};
  const auto* text = value.get_if<std::string>();
  std::string word = text ? *text : spell(value);
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return word;
}

std::string shortened(const Value& value) {
  const auto* text = value.get_if<std::string>();
  std::string out = text ? *text : spell(value);
  if (out.size() <= kShownCharacters) return out;
  std::size_t end = kShownCharacters;
  while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xc0) == 0x80) --end;
  return out.substr(0, end) + "...";
}

}  // namespace trainyard
