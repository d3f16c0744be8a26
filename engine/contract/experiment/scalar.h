// SPDX-License-Identifier: GPL-3.0-or-later
// The meaning of a plain YAML scalar: YAML 1.2's core schema, without spellings that people read
// differently from machines.
#pragma once

#include <string>
#include <string_view>

#include "engine/contract/value.h"

namespace trainyard {

struct Scalar {
  // leading_zero: `010` (8 or 10?); non_finite: .nan, .inf, also a real that overflows; too_large:
  // not a 64-bit integer.
  enum class Kind { value, leading_zero, non_finite, too_large };
  Kind kind = Kind::value;
  Value value;  // null, boolean, integer, real or text
};

Scalar read_scalar(std::string_view text);

// Writes a value as one line of YAML, with collections in flow style; it reads back as the same
// value. Reals have the fewest digits that read back exactly; texts are quoted only if necessary.
std::string spell(const Value& value);

}  // namespace trainyard
