// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that every template can call: range, dict, namespace, raise_exception,
// strftime_now.
#pragma once

#include "engine/text/chat/runtime.h"

namespace trainyard::chat {

// The function of this name; missing when there is none.
Any builtin_of(std::string_view name);
Any call_builtin(unsigned which, Arguments& arguments, Runtime& runtime);

}  // namespace trainyard::chat
