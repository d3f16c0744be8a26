// SPDX-License-Identifier: GPL-3.0-or-later
// The global functions of every template: range, dict, namespace, raise_exception, strftime_now.
#pragma once

#include "engine/text/chat/runtime.h"

namespace trainyard::chat {

// Returns the function of this name; missing if there is none.
Any builtin_of(std::string_view name);
Any call_builtin(unsigned which, Arguments& arguments, Runtime& runtime);

}  // namespace trainyard::chat
