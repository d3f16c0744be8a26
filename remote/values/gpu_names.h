// SPDX-License-Identifier: GPL-3.0-or-later
// What the name of a GPU says about it, as nvidia-smi or Slurm write it: "NVIDIA A100-SXM4-40GB",
// with its compute capability after it ("8.0") where that is known, or "a100".
#pragma once

#include <optional>

#include <QString>

namespace trainyard {

// Its memory in bytes; nothing if the name does not tell.
std::optional<double> gpuBytes(const QString& name);

// Whether it computes in bf16, which takes compute capability 8.0 (Ampere); nothing if the name
// does not tell.
std::optional<bool> gpuHasBf16(const QString& name);

}  // namespace trainyard
