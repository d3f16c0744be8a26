// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document_targets.h"

#include <QSettings>
#include <QVariantList>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int maxRemembered = 200;

}  // namespace

QString DocumentTargets::of(const QString& path) {
  for (const QVariant& entry : QSettings().value(u"targets"_s).toList())
    if (const QStringList pair = entry.toStringList(); pair.size() == 2 && pair[0] == path)
      return pair[1];
  return u"here"_s;
}

void DocumentTargets::remember(const QString& path, const QString& target) {
  if (path.isEmpty() || of(path) == target) return;
  QSettings settings;
  QVariantList entries = settings.value(u"targets"_s).toList();
  entries.removeIf([&](const QVariant& entry) { return entry.toStringList().value(0) == path; });
  if (target != u"here"_s) entries.prepend(QStringList{path, target});
  settings.setValue(u"targets"_s, entries.mid(0, maxRemembered));
}

}  // namespace trainyard
