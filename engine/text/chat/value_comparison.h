// SPDX-License-Identifier: GPL-3.0-or-later
// Truth, equality, order and membership as Python has them.
#pragma once

#include "engine/text/chat/template_value.h"

namespace trainyard::chat {

bool is_true(const Any& value);
bool are_equal(const Any& a, const Any& b, Work& work);
// a < b, a == b or a > b as a number below, at or above 0 (2 where one is NaN); fails for values
// that have no order. `operation` is what the error names.
int compare(const Any& a, const Any& b, const char* operation, Work& work);
// The value that a dict has for any key; false when there is none.
bool find_key(const Any& dict, const Any& key, Any& value, Work& work);
// value in container.
bool contains(const Any& container, const Any& value, Work& work);

// Fails for a value that is undefined: any use but printing, testing and looping is an error.
void must_be_defined(const Any& value);

}  // namespace trainyard::chat
