// The families of models, each in files of its own; what is here names them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/model/model.h"

namespace trainyard {

struct Architecture {
  std::string_view kind;                        // model.kind, and config.json's model_type
  const std::vector<std::string>& config_keys;  // of its configuration in transformers
  Result<std::unique_ptr<Model>> (*make)(const Map& config);
};

// Null when there is none of this kind.
const Architecture* find_architecture(std::string_view kind);

}  // namespace trainyard
