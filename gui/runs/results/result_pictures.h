// SPDX-License-Identifier: GPL-3.0-or-later
// The plots of a split's results, and exports of them.
#pragma once

#include <QByteArray>
#include <QCoreApplication>
#include <QImage>
#include <QList>
#include <memory>

#include "gui/charts/picture.h"
#include "gui/runs/records/result_curves.h"

namespace trainyard {

class ResultPictures {
  Q_DECLARE_TR_FUNCTIONS(trainyard::ResultPictures)
 public:
  using List = QList<std::shared_ptr<const Picture>>;

  // ROC, precision-recall, calibration, confusion, in this order; `label` empty: for all labels.
  static List of(const ResultCurves& results, const QString& label);

  // All of them side by side on white, independent of the window's theme.
  static QImage image(const List& pictures, const QFont& font);
  static QByteArray svg(const List& pictures, const QFont& font);

 private:
  static std::shared_ptr<const Picture> confusionOf(const ResultCurves& results,
                                                    const QString& label);
};

}  // namespace trainyard
