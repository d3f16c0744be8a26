// SPDX-License-Identifier: GPL-3.0-or-later
// A path of this computer as a shell writes it: "~/ehrs/runs".
#pragma once

#include <QDir>
#include <QString>

namespace trainyard {

inline QString shortPath(const QString& path) {
  const QString home = QDir::homePath();
  const bool isBelow = path == home || path.startsWith(home + u'/');
  return isBelow ? u'~' + path.mid(home.size()) : path;
}

}  // namespace trainyard
