// Reads the values of a Hugging Face config.json with their types and ranges; the first problem is
// kept as an error that names the key.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "engine/contract/result.h"
#include "engine/contract/value.h"

namespace trainyard {

// Code "model.config", argument `key`; the message is "model configuration: <key> <problem>".
Error config_error(const std::string& key, const std::string& problem);

struct ConfigRange {
  double minimum = -std::numeric_limits<double>::infinity();
  double below = std::numeric_limits<double>::infinity();
};

// A missing or null key leaves the value as it is: transformers' default.
class ConfigReader {
 public:
  explicit ConfigReader(const Map& map) : map_(map) {}

  void read(const std::string& key, std::int64_t& value, const ConfigRange& range = {});
  void read(const std::string& key, double& value, const ConfigRange& range = {});
  void read(const std::string& key, bool& value);
  void read(const std::string& key, std::string& value);
  // `key` under its general name, then under its own.
  void read_alias(const std::string& general, const std::string& key, std::int64_t& value,
                  const ConfigRange& range);
  // A model_type that is there must be `kind`.
  void read_model_type(const std::string& kind);
  void fail(const std::string& key, const std::string& problem);

  const std::optional<Error>& error() const { return error_; }

 private:
  const Value* value_of(const std::string& key) const;
  void check_range(const std::string& key, double value, const ConfigRange& range);

  const Map& map_;
  std::optional<Error> error_;
};

}  // namespace trainyard
