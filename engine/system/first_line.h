// SPDX-License-Identifier: GPL-3.0-or-later
// Exception messages of libraries often have a stack trace after the first line.
#pragma once

#include <string>

namespace trainyard {

inline std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace trainyard
