// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document/path_settings.h"

#include <QSettings>
#include <QVariantList>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int maxPaths = 200;

}  // namespace

QString PathSettings::of(const QString& path) const {
  for (const QVariant& entry : QSettings().value(m_key).toList())
    if (const QStringList pair = entry.toStringList(); pair.size() == 2 && pair[0] == path)
      return pair[1];
  return {};
}

void PathSettings::remember(const QString& path, const QString& text) const {
  if (path.isEmpty() || of(path) == text) return;
  QSettings settings;
  QVariantList entries = settings.value(m_key).toList();
  entries.removeIf([&](const QVariant& entry) { return entry.toStringList().value(0) == path; });
  if (!text.isEmpty()) entries.prepend(QStringList{path, text});
  settings.setValue(m_key, entries.mid(0, maxPaths));
}

PathSettings documentPresets() { return PathSettings(u"presets"_s); }

}  // namespace trainyard
