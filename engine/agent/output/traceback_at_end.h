// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a program's output ends with a Python traceback, although whatever ran it ended with 0.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace trainyard::agent {

// The last line of the traceback, "ZeroDivisionError: division by zero", at most 300 bytes. At most
// three lines may follow it, such as those of a launcher; nothing if it is further up.
std::optional<std::string> traceback_at_end(std::string_view output_tail);
// Of a script, whose errors may also be on its standard output: `python train.py 2>&1 | tee log`.
std::optional<std::string> traceback_at_end(std::string_view error_tail,
                                            std::string_view output_tail);

}  // namespace trainyard::agent
