// SPDX-License-Identifier: GPL-3.0-or-later
// Names and counts of paths in words.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "remote/service/protocol/methods.h"

namespace trainyard {

class PathText {
  Q_DECLARE_TR_FUNCTIONS(PathText)
 public:
  // "1.2 GiB in 3 files", "more than ...", "1 of 3 not there"
  static QString count(const QList<PathCount>& counts);
  // Foreign text as one line that shows what it holds: controls as their pictures.
  static QString name(const QString& name);
};

}  // namespace trainyard
