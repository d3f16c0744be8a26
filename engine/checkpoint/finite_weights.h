// SPDX-License-Identifier: GPL-3.0-or-later
// Weights with a NaN or an infinite value, from which no training comes back. Error:
// "checkpoint.not_finite" (exit code 7), with the tensor's name.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include <ATen/ATen.h>

#include "engine/contract/result.h"

namespace trainyard {

// Refuses a tensor of this folder.
Result<void> check_finite(const std::filesystem::path& folder, const std::string& name,
                          const at::Tensor& values);

// Reads the tensors of a folder one after another, while `goes_on`. Errors: those of reading, too.
Result<void> check_finite_weights(const std::filesystem::path& folder,
                                  const std::function<bool()>& goes_on);

}  // namespace trainyard
