// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/checks/path_text.h"

#include "gui/forms/quantity_text.h"

namespace trainyard {

QString PathText::count(const QList<PathCount>& counts) {
  qint64 files = 0, bytes = 0, missing = 0, closed = 0;
  bool isMore = false;
  for (const PathCount& one : counts) {
    files += one.files;
    bytes += one.bytes;
    missing += one.kind == PathKind::missing;
    closed += one.kind == PathKind::closed;
    isMore = isMore || one.isMore;
  }
  if (missing > 0)
    return counts.size() == 1 ? tr("missing")
                              : tr("%1 of %2 missing").arg(missing).arg(counts.size());
  if (closed > 0) return tr("not readable");
  const QString size = QuantityText::bytes(bytes);
  if (counts.isEmpty()) return {};
  if (isMore) return tr("more than %1 in %2 files").arg(size).arg(files);
  return files == 1 ? tr("%1 in one file").arg(size) : tr("%1 in %2 files").arg(size).arg(files);
}

QString PathText::name(const QString& name) {
  QString shown = name;
  for (QChar& letter : shown) {
    if (letter.unicode() < 0x20) letter = QChar(0x2400 + letter.unicode());
    // Also characters that change the text direction or end a line.
    if (letter.category() == QChar::Other_Format || letter.category() == QChar::Other_Control ||
        letter.category() == QChar::Separator_Line ||
        letter.category() == QChar::Separator_Paragraph)
      letter = QChar(0xfffd);
  }
  return shown;
}

}  // namespace trainyard
