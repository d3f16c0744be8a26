// SPDX-License-Identifier: GPL-3.0-or-later
// The data as text, and an example as text with highlighting.
#pragma once

#include <QCoreApplication>
#include <QPalette>
#include <QString>

#include "gui/experiments/checks/data_inspection.h"

class QTextDocument;

namespace trainyard {

class DataText {
  Q_DECLARE_TR_FUNCTIONS(DataText)
 public:
  static constexpr int maxLabels = 12;

  static QString counts(const Inspection& data, const SplitCounts& split);  // lines
  static QString place(const DataInspection& inspection);                   // "Example 3 of 400"
  static QString legend(const Inspection& data, const DataSample& example);

  enum class Ids { hidden, shown };
  // Tokens in turns on two grounds, so that their borders are seen; what is not learned is dim,
  // what is hidden has a colour and the true token in its tip.
  static void fill(QTextDocument& document, const Inspection& data, const DataSample& example,
                   const QPalette& palette, Ids ids);
};

}  // namespace trainyard
