// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of pixels from bytes that anybody may have written.
#pragma once

#include <QCoreApplication>
#include <QImage>
#include <QString>

namespace trainyard {

struct RasterPicture {
  Q_DECLARE_TR_FUNCTIONS(RasterPicture)
 public:
  static constexpr qint64 maxPixels = 40'000'000;

  QImage picture;   // null: it is not shown
  QString problem;  // then why
  QSize size;       // its own, in pixels

  // `format`: "png", "jpeg" or "gif". No other is tried, whatever the content is, and nothing is
  // decoded that says it is larger than `maxPixels`.
  static RasterPicture read(const QByteArray& content, const QByteArray& format);
};

}  // namespace trainyard
