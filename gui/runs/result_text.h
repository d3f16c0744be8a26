// SPDX-License-Identifier: GPL-3.0-or-later
// A split's results as tables for the page.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "gui/runs/result_curves.h"

namespace trainyard {

class ResultText {
  Q_DECLARE_TR_FUNCTIONS(trainyard::ResultText)
 public:
  // "ROC-AUC" of "roc_auc"; one that is not known stays.
  static QString metric(const QString& name);
  // Rich text; everything foreign in it is escaped.
  static QString metrics(const ResultCurves& results);
  static QString classes(const ResultCurves& results);
};

}  // namespace trainyard
