// Values of fields as people type them into a form, and back.
#pragma once

#include <QCoreApplication>
#include <QString>
#include <optional>

#include "engine/contract/experiment/field.h"

namespace trainyard {

class FieldText {
  Q_DECLARE_TR_FUNCTIONS(FieldText)
 public:
  // Empty for null; lists one item a line; maps one "key: value" a line.
  static QString show(const FieldInfo& info, const Value& value);

  struct Parsed {
    std::optional<Value> value;
    QString problem;  // a sentence, when there is no value
  };
  // Kind only; range, choices and pattern are the contract's business. Empty text is null where the
  // field may be null.
  static Parsed parse(const FieldInfo& info, const QString& text);
};

}  // namespace trainyard
