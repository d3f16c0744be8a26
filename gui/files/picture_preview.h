// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of a file: PNG, JPEG or SVG. Whoever wrote it may want the window to stand still: what
// is too large, refers to other files or repeats itself without end is not drawn.
#pragma once

#include <QCoreApplication>
#include <QImage>
#include <QString>

namespace trainyard {

struct PicturePreview {
  QImage picture;   // null: it is not drawn
  QString problem;  // then why
  QSize size;       // its own, in pixels
};

class PictureReader {
  Q_DECLARE_TR_FUNCTIONS(PictureReader)
 public:
  // SVG: elements, with each use of others counted as what it refers to.
  static constexpr qint64 maxElements = 100'000;

  static PicturePreview read(const QString& name, const QByteArray& content);

 private:
  static PicturePreview readDrawing(const QByteArray& content);
  static QString problemOf(const QByteArray& drawing);
};

}  // namespace trainyard
