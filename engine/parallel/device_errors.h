// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of a GPU itself, which torch and NCCL report as exceptions that only have a text.
#pragma once

#include <optional>
#include <string>

#include "engine/contract/result.h"

namespace trainyard {

// Nothing if the text is not about a GPU's failure. Else (exit code 3) "gpu.broken": the device or
// its connection, so that another node is the way on; "gpu.program": what was computed; or
// "gpu.failed", which may be either.
std::optional<Error> device_error(const std::string& text);

}  // namespace trainyard
