// SPDX-License-Identifier: GPL-3.0-or-later
// The time format of events, records and files: seconds since 1970 (Unix), with fractions.
#pragma once

#include <chrono>

namespace trainyard {

inline double unix_time() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace trainyard
