// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/table.h"

namespace trainyard {

ParameterSpec of_task(ParameterSpec spec) {
  spec.is_of_task = true;
  return spec;
}

Map named_config(Map config, const std::string& kind, const std::string& architecture) {
  std::erase_if(config, [](const auto& entry) {
    return entry.first == "architectures" || entry.first == "torch_dtype";
  });
  if (!find(config, "model_type")) config.insert(config.begin(), {"model_type", kind});
  config.insert(config.begin(), {"architectures", List{architecture}});
  for (auto& [key, value] : config)
    if (key == "dtype") value = "float32";
  return config;
}

}  // namespace trainyard
