// SPDX-License-Identifier: GPL-3.0-or-later
// Quoting for a POSIX shell: the only place that does it.
#pragma once

#include <string>
#include <string_view>

namespace trainyard {

// The text as one word of a shell's command line. It must not contain a zero byte.
std::string quote_for_shell(std::string_view text);

}  // namespace trainyard
