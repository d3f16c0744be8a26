// SPDX-License-Identifier: GPL-3.0-or-later
// A split's results as tables for the page.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "gui/runs/records/result_curves.h"

namespace trainyard {

class ResultText {
  Q_DECLARE_TR_FUNCTIONS(trainyard::ResultText)
 public:
  // "ROC-AUC" for "roc_auc"; unknown names are unchanged.
  static QString metric(const QString& name);
  // Rich text in which all untrusted text is escaped.
  static QString metrics(const ResultCurves& results);
  static QString classes(const ResultCurves& results);
};

}  // namespace trainyard
