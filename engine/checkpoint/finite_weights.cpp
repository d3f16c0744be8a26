// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/finite_weights.h"

#include <cmath>

#include "engine/checkpoint/weights.h"
#include "engine/contract/messages.h"

namespace trainyard {

// By the least and the greatest value, either of which is NaN if any value is: without a copy.
Result<void> check_finite(const std::filesystem::path& folder, const std::string& name,
                          const at::Tensor& values) {
  if (!values.is_floating_point() || values.numel() == 0) return {};
  const auto [least, greatest] = values.detach().aminmax();
  if (std::isfinite(least.item<double>()) && std::isfinite(greatest.item<double>())) return {};
  return make_error("checkpoint.not_finite", {{"tensor", name}, {"file", folder.string()}});
}

Result<void> check_finite_weights(const std::filesystem::path& folder,
                                  const std::function<bool()>& goes_on) {
  TRY(const WeightFolder weights, WeightFolder::open(folder));
  for (const std::string& name : weights.names()) {
    if (!goes_on()) return {};
    TRY(const at::Tensor values, weights.load(name));
    TRY(check_finite(folder, name, values));
  }
  return {};
}

}  // namespace trainyard
