#include "engine/model/config_reader.h"

#include <cmath>
#include <sstream>

namespace trainyard {

Error config_error(const std::string& key, const std::string& problem) {
  return {"model.config",
          {{"key", key}},
          "model configuration: " + key + " " + problem,
          ExitCode::invalid_input};
}

namespace {

std::string number_text(double number) {
  std::ostringstream text;
  text << number;
  return text.str();
}

}  // namespace

const Value* ConfigReader::value_of(const std::string& key) const {
  const Value* value = find(map_, key);
  return value == nullptr || value->is_null() ? nullptr : value;
}

void ConfigReader::fail(const std::string& key, const std::string& problem) {
  if (!error_) error_ = config_error(key, problem);
}

void ConfigReader::check_range(const std::string& key, double value, const ConfigRange& range) {
  if (!std::isfinite(value))
    fail(key, "must be a finite number");
  else if (value < range.minimum)
    fail(key, "is " + number_text(value) + ", but must be at least " + number_text(range.minimum));
  else if (value >= range.below)
    fail(key, "is " + number_text(value) + ", but must be below " + number_text(range.below));
}

void ConfigReader::read(const std::string& key, std::int64_t& value, const ConfigRange& range) {
  const Value* found = value_of(key);
  if (found == nullptr) return;
  const std::int64_t* number = found->get_if<std::int64_t>();
  if (number == nullptr) return fail(key, "must be a whole number");
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
    return fail(key, "must be a number");
  check_range(key, value, range);
}

void ConfigReader::read(const std::string& key, bool& value) {
  const Value* found = value_of(key);
  if (found == nullptr) return;
  const bool* flag = found->get_if<bool>();
  if (flag == nullptr) return fail(key, "must be true or false");
  value = *flag;
}

void ConfigReader::read(const std::string& key, std::string& value) {
  const Value* found = value_of(key);
  if (found == nullptr) return;
  const std::string* text = found->get_if<std::string>();
  if (text == nullptr) return fail(key, "must be a text");
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
  if (type != kind) fail("model_type", "is \"" + type + "\", but model.kind is " + kind);
}

}  // namespace trainyard
