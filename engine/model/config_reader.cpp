// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/config_reader.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "engine/system/comma_list.h"
#include "engine/contract/experiment/model.h"
#include "engine/contract/messages.h"

namespace trainyard {

namespace {

// The name of the family with this model_type in config.json; empty: there is none.
std::string kind_with_type(std::string_view type) {
  const auto traits = std::ranges::find(kModelTraits, type, model_type_of);
  return std::string(traits == std::end(kModelTraits) ? "" : name_of(traits->kind));
}

// Integers are shown without a decimal point.
Value shortest(double number) {
  if (std::nearbyint(number) == number && std::abs(number) < 1e15)
    return static_cast<std::int64_t>(number);
  return number;
}

}  // namespace

const Value* ConfigReader::value_of(const std::string& key) const {
  const Value* value = find(map_, key);
  return value == nullptr || value->is_null() ? nullptr : value;
}

void ConfigReader::fail(const char* code, const std::string& key, Map more) {
  more.emplace_back("key", key);
  fail(make_error(code, std::move(more)));
}

void ConfigReader::fail(Error error) {
  if (!error_) error_ = std::move(error);
}

void ConfigReader::check_range(const std::string& key, double value, const ConfigRange& range) {
  if (!std::isfinite(value))
    fail("model.config_not_finite", key);
  else if (value < range.minimum)
    fail("model.config_too_small", key,
         {{"found", shortest(value)}, {"minimum", shortest(range.minimum)}});
  else if (value >= range.below)
    fail("model.config_too_large", key,
         {{"found", shortest(value)}, {"below", shortest(range.below)}});
}

void ConfigReader::read(const std::string& key, std::int64_t& value, const ConfigRange& range) {
  const Value* found = value_of(key);
  if (found == nullptr) return;
  const std::int64_t* number = found->get_if<std::int64_t>();
  if (number == nullptr) return fail("model.config_whole", key);
  check_range(key, static_cast<double>(*number), range);
  value = *number;
}

void ConfigReader::read(const std::string& key, double& value, const ConfigRange& range) {
  const Value* found = value_of(key);
  if (found == nullptr) return;
  if (const std::int64_t* number = found->get_if<std::int64_t>())
    value = static_cast<double>(*number);
  else if (const double* real = found->get_if<double>())
    value = *real;
  else
    return fail("model.config_number", key);
  check_range(key, value, range);
}

void ConfigReader::read(const std::string& key, bool& value) {
  const Value* found = value_of(key);
  if (found == nullptr) return;
  const bool* flag = found->get_if<bool>();
  if (flag == nullptr) return fail("model.config_flag", key);
  value = *flag;
}

void ConfigReader::read(const std::string& key, std::string& value) {
  const Value* found = value_of(key);
  if (found == nullptr) return;
  const std::string* text = found->get_if<std::string>();
  if (text == nullptr) return fail("model.config_text", key);
  value = *text;
}

void ConfigReader::read_alias(const std::string& general, const std::string& key,
                              std::int64_t& value, const ConfigRange& range) {
  read(general, value, range);
  read(key, value, range);
}

void ConfigReader::read_model_type(const std::string& kind) {
  std::string type = kind;
  read("model_type", type);
  if (type == kind) return;
  if (const std::string meant = kind_with_type(type); !meant.empty())
    return fail("model.config_type", "model_type",
                {{"found", type}, {"kind", kind_with_type(kind)}, {"meant", meant}});
  std::vector<std::string> known;
  for (const ModelTraits& traits : kModelTraits) known.emplace_back(name_of(traits.kind));
  fail("model.config_unknown_type", "model_type", {{"found", type}, {"known", comma_list(known)}});
}

}  // namespace trainyard
