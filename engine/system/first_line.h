// SPDX-License-Identifier: GPL-3.0-or-later
// What libraries throw often carries a stack trace after its first line.
#pragma once

#include <string>

namespace trainyard {

inline std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace trainyard
