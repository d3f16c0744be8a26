// SPDX-License-Identifier: GPL-3.0-or-later
// Converts values of fields to the text that users type in a form, and back.
#pragma once

#include <QString>
#include <optional>

#include "engine/contract/experiment/field_info.h"

namespace trainyard {

class FieldText {
 public:
  // Empty for null; lists have one item per line; maps one "key: value" per line.
  static QString show(const FieldInfo& info, const Value& value);

  // Nothing if it is not a value of the field's kind; range, choices and pattern are checked by the
  // contract. Empty text is null if the field is nullable.
  static std::optional<Value> parse(const FieldInfo& info, const QString& text);
  // Whether a text is a value that the field may have, as far as the field alone decides it.
  static bool isAllowed(const FieldInfo& info, const QString& text);
  // "lr" of optimizer.learning_rate, as people call it.
  static QString initials(const FieldInfo& info);
  // Whether two texts mean the same value: 5e-5 and 0.00005.
  static bool isSame(const FieldInfo& info, const QString& a, const QString& b);
};

}  // namespace trainyard
