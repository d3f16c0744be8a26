// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inference/prediction_files.h"

#include <system_error>

#include "engine/contract/messages.h"
#include "engine/train/memory_plan.h"

namespace trainyard {

namespace fs = std::filesystem;

Result<void> check_room(const PredictionPlan& plan, const std::vector<Prediction>& said,
                        std::int64_t num_tokens) {
  std::int64_t bytes = 0;
  for (const auto& [values, is_of_tokens] : said) {
    const std::int64_t all = is_of_tokens ? num_tokens : plan.rows.num_examples();
    const std::int64_t here = is_of_tokens ? values.size(0) * values.size(1) : values.size(0);
    bytes += all * static_cast<std::int64_t>(values.nbytes()) / here;
  }
  std::error_code unknown;
  const auto free = static_cast<std::int64_t>(fs::space(plan.folder, unknown).available);
  if (unknown || bytes <= free) return {};
  return make_error("prediction.no_room", {{"folder", plan.folder.parent_path().string()},
                                           {"needed", bytes_text(bytes)},
                                           {"free", bytes_text(free)}});
}

std::string numpy_name(at::ScalarType type) {
  if (type == at::kLong) return "int64";
  return type == at::kHalf ? "float16" : "float32";
}

}  // namespace trainyard
