// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/versions.h"

#include <torch/headeronly/version.h>

namespace trainyard {

Map versions() { return {{"trainyard", TRAINYARD_VERSION}, {"torch", TORCH_VERSION}}; }

}  // namespace trainyard
