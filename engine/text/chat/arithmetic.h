// SPDX-License-Identifier: GPL-3.0-or-later
// Python's operators on values.
#pragma once

#include "engine/text/chat/runtime.h"
#include "engine/text/chat/template_syntax.h"

namespace trainyard::chat {

// Integers have 64 bits: an overflow is an error.
Any calculate(Expression::Kind operation, const Any& left, const Any& right, Runtime& runtime);
Any negated(const Any& value);
Any affirmed(const Any& value);  // +value

// Concatenates two texts; if only one is marked safe, the other is escaped.
Any joined_texts(const Any& left, const Any& right, Work& work);
std::string escaped_markup(std::string_view text);

}  // namespace trainyard::chat
