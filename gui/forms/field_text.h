// SPDX-License-Identifier: GPL-3.0-or-later
// Values of fields as people type them into a form, and back.
#pragma once

#include <QString>
#include <optional>

#include "engine/contract/experiment/field_info.h"

namespace trainyard {

class FieldText {
 public:
  // Empty for null; lists one item a line; maps one "key: value" a line.
  static QString show(const FieldInfo& info, const Value& value);

  // Nothing where it is no value of the field's kind; range, choices and pattern are the contract's
  // business. Empty text is null where the field may be null.
  static std::optional<Value> parse(const FieldInfo& info, const QString& text);
  // Whether two texts are the same to the document: 5e-5 and 0.00005.
  static bool isSame(const FieldInfo& info, const QString& a, const QString& b);
};

}  // namespace trainyard
