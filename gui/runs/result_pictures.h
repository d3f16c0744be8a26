// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of a split's results, and files of them.
#pragma once

#include <QByteArray>
#include <QCoreApplication>
#include <QImage>
#include <QList>
#include <memory>

#include "gui/charts/picture.h"
#include "gui/runs/result_curves.h"

namespace trainyard {

class ResultPictures {
  Q_DECLARE_TR_FUNCTIONS(trainyard::ResultPictures)
 public:
  using List = QList<std::shared_ptr<const Picture>>;

  // ROC, precision over recall, calibration, confusion, in this order; `label` empty: of all
  // labels.
  static List of(const ResultCurves& results, const QString& label);

  // All of them beside each other on white, whatever the window looks like.
  static QImage image(const List& pictures, const QFont& font);
  static QByteArray svg(const List& pictures, const QFont& font);
};

}  // namespace trainyard
