// SPDX-License-Identifier: GPL-3.0-or-later
// The content of a sample (SampleEvent) as it is shown and written to a file. Any program may have
// written it.
#pragma once

#include <QByteArray>
#include <QList>
#include <QStringList>

#include "remote/store/records.h"

namespace trainyard {

struct SampleTable {
  static constexpr qsizetype maxRows = 200, maxColumns = 200;

  QStringList columns;
  QList<QStringList> rows;  // as many cells each as there are columns
  bool isCut = false;       // there are more rows or columns

  // Empty if it is no table. A cell that is no text is JSON.
  static SampleTable read(const QByteArray& content);
};

struct SampleFile {
  QString name;    // letters, digits and few signs, so that it leaves no folder
  QString ending;  // ".png"
  QByteArray bytes;
};
SampleFile sampleFile(const SampleRecord& sample, const QByteArray& content);

}  // namespace trainyard
