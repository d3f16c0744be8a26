// SPDX-License-Identifier: GPL-3.0-or-later
// Truth, equality, order and membership with Python's semantics.
#pragma once

#include "engine/text/chat/template_value.h"

namespace trainyard::chat {

bool is_true(const Any& value);
bool are_equal(const Any& a, const Any& b, Work& work);
// Returns a number below, at or above 0 for a < b, a == b or a > b (2 if one is NaN); fails for
// values without an order. `operation` is named in the error.
int compare(const Any& a, const Any& b, const char* operation, Work& work);
// Gets a dict's value for any key; false if there is none.
bool find_key(const Any& dict, const Any& key, Any& value, Work& work);
// value in container.
bool contains(const Any& container, const Any& value, Work& work);

// Fails for an undefined value: any use other than printing, testing and looping is an error.
void must_be_defined(const Any& value);

}  // namespace trainyard::chat
