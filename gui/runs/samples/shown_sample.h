// SPDX-License-Identifier: GPL-3.0-or-later
// The content of a sample, read for the window: nothing of it is trusted.
#pragma once

#include <QCoreApplication>
#include <QImage>

#include "gui/runs/samples/histogram_history.h"
#include "remote/store/sample_content.h"

namespace trainyard {

struct ShownSample {
  Q_DECLARE_TR_FUNCTIONS(ShownSample)
 public:
  enum class Kind { words, text, table, image, histogram };

  Kind kind = Kind::words;
  QString problem;  // of `words`: why there is nothing else
  QString text;
  SampleTable table;
  QImage image;
  SampleHistogram histogram;
  SampleFile file;  // as it is saved
  bool isCut = false;

  static ShownSample read(const SampleRecord& sample, const QByteArray& content);
  // As text for the clipboard: a table and a histogram with tabs between their cells. Empty for an
  // image.
  QString copied() const;
};

// A text on one line, as a cell or a name is shown and copied.
QString oneLineOf(const QString& text);

}  // namespace trainyard
