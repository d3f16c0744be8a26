// SPDX-License-Identifier: GPL-3.0-or-later
// Reads typed and range-checked values from a Hugging Face config.json. The first problem is kept
// as an error that names the key.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "engine/contract/result.h"
#include "engine/contract/value.h"

namespace trainyard {

struct ConfigRange {
  double minimum = -std::numeric_limits<double>::infinity();
  double below = std::numeric_limits<double>::infinity();
};

// Ranges for dimensions of parameters (far above any real model, but the product of two fits into
// 64 bits) and for numbers of layers (each is an entry of a table).
inline constexpr ConfigRange kExtentRange = {.minimum = 1, .below = 1 << 28};
inline constexpr ConfigRange kLayersRange = {.minimum = 1, .below = 1e4};

// A missing or null key leaves the value unchanged, at transformers' default.
class ConfigReader {
 public:
  explicit ConfigReader(const Map& map) : map_(map) {}

  void read(const std::string& key, std::int64_t& value, const ConfigRange& range = {});
  void read(const std::string& key, double& value, const ConfigRange& range = {});
  void read(const std::string& key, bool& value);
  void read(const std::string& key, std::string& value);
  // Reads `key` under its general name, then under its own.
  void read_alias(const std::string& general, const std::string& key, std::int64_t& value,
                  const ConfigRange& range);
  // Fails if there is a model_type other than `kind`.
  void read_model_type(const std::string& kind);
  // Records an error with the argument `key` and those in `more`, unless there is one already.
  void fail(const char* code, const std::string& key, Map more = {});
  void fail(Error error);

  const std::optional<Error>& error() const { return error_; }

 private:
  const Value* value_of(const std::string& key) const;
  void check_range(const std::string& key, double value, const ConfigRange& range);

  const Map& map_;
  std::optional<Error> error_;
};

}  // namespace trainyard
