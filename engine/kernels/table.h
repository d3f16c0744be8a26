// SPDX-License-Identifier: GPL-3.0-or-later
// The table of all kernels as one launcher runs them.
#pragma once

#include "engine/kernels/adamw.h"
#include "engine/kernels/adamw_8bit.h"
#include "engine/kernels/bias_gelu.h"
#include "engine/kernels/cross_entropy.h"
#include "engine/kernels/dropout.h"
#include "engine/kernels/residual_norm.h"
#include "engine/kernels/residual_norm_backward.h"
#include "engine/kernels/rotary.h"
#include "engine/kernels/selective_scan.h"
#include "engine/kernels/swiglu.h"

namespace trainyard::kernels {

template <class Launcher>
inline constexpr Table table_of{
    .version = table_version,
    .cross_entropy = launch_cross_entropy<Launcher>,
    .dropout = launch_dropout<Launcher>,
    .residual_norm = launch_residual_norm<Launcher>,
    .residual_norm_backward = launch_residual_norm_backward<Launcher>,
    .rotary = launch_rotary<Launcher>,
    .swiglu = launch_swiglu<Launcher>,
    .swiglu_backward = launch_swiglu_backward<Launcher>,
    .bias_gelu = launch_bias_gelu<Launcher>,
    .bias_gelu_backward = launch_bias_gelu_backward<Launcher>,
    .adamw = launch_adamw<Launcher>,
    .adamw_8bit = launch_adamw_8bit<Launcher>,
    .selective_scan = launch_selective_scan<Launcher>,
    .selective_scan_backward = launch_selective_scan_backward<Launcher>};

}  // namespace trainyard::kernels
