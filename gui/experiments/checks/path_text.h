// SPDX-License-Identifier: GPL-3.0-or-later
// Names and counts of paths as text.
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
  // Untrusted text on a single line, with control characters shown as symbols.
  static QString name(const QString& name);
};

}  // namespace trainyard
