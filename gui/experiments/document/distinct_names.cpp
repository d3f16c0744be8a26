// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document/distinct_names.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// The last `count` folders of a path, all of them if it has fewer.
QString lastFolders(const QString& path, qsizetype count) {
  const QStringList folders = path.section(u'/', 0, -2).split(u'/');
  return folders.mid(std::max<qsizetype>(0, folders.size() - count)).join(u'/');
}

}  // namespace

QStringList distinctNames(const QStringList& paths) {
  QStringList names;
  for (const QString& path : paths) {
    const QString name = path.section(u'/', -1);
    QStringList others;
    for (const QString& other : paths)
      if (other != path && other.section(u'/', -1) == name) others << other;
    qsizetype count = 0;
    const qsizetype all = path.count(u'/');
    const auto isShared = [&](const QString& other) {
      return lastFolders(other, count) == lastFolders(path, count);
    };
    while (count < all && std::ranges::any_of(others, isShared)) ++count;
    const QString folders = lastFolders(path, count);
    names << (count == 0 || folders.isEmpty() ? name : u"%1 — %2"_s.arg(name, folders));
  }
  return names;
}

}  // namespace trainyard
