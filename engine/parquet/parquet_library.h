// SPDX-License-Identifier: GPL-3.0-or-later
// The shared library that contains Arrow.
#pragma once

#include "engine/contract/result.h"

namespace trainyard {

// Returns the library's symbol of this name. Errors: `code` with the problem (exit code 3).
Result<void*> parquet_library_entry(const char* name, const char* code);

}  // namespace trainyard
