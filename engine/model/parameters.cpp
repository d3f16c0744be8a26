#include "engine/model/parameters.h"

namespace trainyard {

std::int64_t num_elements(const ParameterSpec& spec) {
  std::int64_t count = 1;
  for (std::int64_t extent : spec.shape) count *= extent;
  return count;
}

std::int64_t num_elements(const ParameterTable& table) {
  std::int64_t count = 0;
  for (const LayerSpec& layer : table)
    for (const ParameterSpec& spec : layer.parameters) count += num_elements(spec);
  return count;
}

}  // namespace trainyard
