// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/sync_text.h"

#include <QLocale>

#include "gui/forms/quantity_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {

QString SyncText::text(const SyncPreviewAnswer& answer) {
  QStringList lines;
  lines << (answer.codeFiles == 0 ? tr("Code: none")
                                  : tr("Code: %1 files, %2")
                                        .arg(QLocale().toString(answer.codeFiles),
                                             QuantityText::bytes(answer.codeBytes)));
  if (answer.leftByGit > 0)
    lines << tr("Excluded by git: %1 files, %2 (%3)")
                 .arg(QLocale().toString(answer.leftByGit),
                      QuantityText::bytes(answer.leftByGitBytes),
                      answer.leftByGitNames.join(u", "_s));
  for (const QString& pattern : answer.idlePatterns)
    lines << tr("The pattern %1 of code.exclude excludes nothing").arg(pattern);
  for (const SyncPreviewAnswer::Data& data : answer.data)
    lines << (data.isThere ? tr("Data: %1 (%2) is already there") : tr("Data: %1 (%2) is sent"))
                 .arg(data.path, QuantityText::bytes(data.bytes));
  if (answer.engineIsThere)
    lines << tr("Engine: there already");
  else if (answer.engineSeconds > 0)
    lines << tr("Engine: %1 is sent, about %2")
                 .arg(QuantityText::bytes(answer.engineBytes),
                      QuantityText::duration(answer.engineSeconds));
  else
    lines << tr("Engine: %1 is sent").arg(QuantityText::bytes(answer.engineBytes));
  if (answer.seconds > 0)
    lines << tr("About %1 in total, at the last measured speed")
                 .arg(QuantityText::duration(answer.seconds));
  if (!answer.missingSinceLast.isEmpty()) {
    lines << QString()
          << tr("In the last run of this code, but not in this one (nothing is deleted there): %1")
                 .arg(answer.missingSinceLast.size());
    for (const QString& file : answer.missingSinceLast) lines << u"    "_s + file;
  }
  return lines.join(u'\n');
}

}  // namespace trainyard
