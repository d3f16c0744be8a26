// SPDX-License-Identifier: GPL-3.0-or-later
// The tests of Jinja2 (after "is"), except callable, escaped, filter and test.
#pragma once

#include <string_view>

#include "engine/text/chat/runtime.h"

namespace trainyard::chat {

struct ValueTest {
  std::string_view name;
  bool has_argument = false;
  bool (*holds)(const Any& value, const Any& argument, Runtime& runtime);
};

// Null if there is no test of this name.
const ValueTest* find_test(std::string_view name);

bool holds_test(const ValueTest& test, const Any& value, Arguments& arguments, Runtime& runtime);

}  // namespace trainyard::chat
