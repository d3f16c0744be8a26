// SPDX-License-Identifier: GPL-3.0-or-later
// The table of all kernels as one launcher runs them.
#pragma once

#include "engine/kernels/cross_entropy.h"

namespace trainyard::kernels {

template <class Launcher>
inline constexpr Table table_of{.version = table_version,
                                .cross_entropy = launch_cross_entropy<Launcher>};

}  // namespace trainyard::kernels
