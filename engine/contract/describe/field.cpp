// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/describe/field.h"

#include <cmath>
#include <utility>

#include "engine/contract/json.h"

namespace trainyard {

std::optional<std::int64_t> integer_of(const Value& value) {
  if (const auto* integer = value.get_if<std::int64_t>()) return *integer;
  const auto* real = value.get_if<double>();
  // Beyond 2^53 a real does not represent a unique integer.
  if (!real || *real != std::floor(*real) || std::abs(*real) > 9007199254740992.0)
    return std::nullopt;
  return static_cast<std::int64_t>(*real);
}

std::optional<std::string> Codec<std::string>::read(const Value& v, ReadProblem&) {
  return json_text(v);
}

std::optional<TextList> Codec<TextList>::read(const Value& v, ReadProblem& problem) {
  const auto* list = v.get_if<List>();
  if (!list) return std::nullopt;
  TextList texts;
  for (const Value& item : *list) {
    auto text = Codec<std::string>::read(item, problem);
    if (!text) return std::nullopt;
    texts.push_back(*std::move(text));
  }
  return texts;
}

Value Codec<TextMap>::write(const TextMap& v) {
  Map out;
  for (const auto& [key, text] : v) out.emplace_back(key, text ? Value(*text) : Value());
  return out;
}

std::optional<TextMap> Codec<TextMap>::read(const Value& v, ReadProblem& problem) {
  const auto* map = v.get_if<Map>();
  if (!map) return std::nullopt;
  TextMap out;
  for (const auto& [key, item] : *map) {
    auto text = Codec<std::optional<std::string>>::read(item, problem);
    if (!text) return std::nullopt;
    out.emplace_back(key, *std::move(text));
  }
  return out;
}

FieldBuilder& FieldBuilder::label(std::string text) {
  info_.label = std::move(text);
  return *this;
}

FieldBuilder& FieldBuilder::help(std::string text) {
  info_.help = std::move(text);
  return *this;
}

FieldBuilder& FieldBuilder::unit(std::string text) {
  info_.unit = std::move(text);
  return *this;
}

FieldBuilder& FieldBuilder::minimum(double bound) {
  info_.minimum = bound;
  return *this;
}

FieldBuilder& FieldBuilder::maximum(double bound) {
  info_.maximum = bound;
  return *this;
}

FieldBuilder& FieldBuilder::above(double bound) {
  info_.minimum = bound;
  info_.exclusive_minimum = true;
  return *this;
}

FieldBuilder& FieldBuilder::below(double bound) {
  info_.maximum = bound;
  info_.exclusive_maximum = true;
  return *this;
}

FieldBuilder& FieldBuilder::pattern(std::string expression) {
  info_.pattern = std::move(expression);
  return *this;
}

FieldBuilder& FieldBuilder::pattern(std::string expression, std::string words) {
  info_.pattern_words = std::move(words);
  return pattern(std::move(expression));
}

FieldBuilder& FieldBuilder::multiline() {
  info_.multiline = true;
  return *this;
}

FieldBuilder& FieldBuilder::path() {
  info_.is_path = true;
  return *this;
}

FieldBuilder& FieldBuilder::tier(Tier tier) {
  info_.tier = tier;
  return *this;
}

FieldBuilder& FieldBuilder::affects(Affects affects) {
  info_.affects = affects;
  return *this;
}

FieldBuilder& FieldBuilder::when(std::string condition) {
  info_.applies_when = std::move(condition);
  return *this;
}

FieldBuilder& FieldBuilder::formerly(std::string key) {
  info_.former_keys.push_back(std::move(key));
  return *this;
}

FieldBuilder& FieldBuilder::hugging_face(std::vector<std::string> arguments) {
  info_.hugging_face = std::move(arguments);
  return *this;
}

FieldBuilder& FieldBuilder::required() {
  info_.required = true;
  return *this;
}

FieldBuilder& FieldBuilder::also_a_number() {
  info_.also_a_number = true;
  return *this;
}

FieldBuilder& FieldBuilder::omitted_when_default() {
  info_.omitted_when_default = true;
  return *this;
}

}  // namespace trainyard
