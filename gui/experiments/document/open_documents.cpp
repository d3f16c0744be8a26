// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document/open_documents.h"

#include <QFile>
#include <QSettings>
#include <QVariantList>

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

const QString openKey = u"tabs/open"_s, currentKey = u"tabs/current"_s;

}  // namespace

OpenDocuments OpenDocuments::remembered() {
  const QSettings settings;
  OpenDocuments out;
  const int current = settings.value(currentKey).toInt();
  int number = 0;
  for (const QVariant& entry : settings.value(openKey).toList()) {
    const QStringList parts = entry.toStringList();
    const bool isCurrent = number++ == current;
    const OpenDocument document{parts.value(0), parts.value(1), parts.value(2), parts.value(3),
                                parts.value(4)};
    if (document.path.isEmpty() && !QFile::exists(document.draft)) continue;
    if (isCurrent) out.current = static_cast<int>(out.documents.size());
    out.documents << document;
  }
  return out;
}

void OpenDocuments::remember() const {
  QSettings settings;
  QVariantList entries;
  for (const OpenDocument& document : documents)
    entries << QStringList{document.path, document.draft, document.target, document.title,
                           document.preset};
  settings.setValue(openKey, entries);
  settings.setValue(currentKey, current);
}

}  // namespace trainyard
