// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/raster_picture.h"

#include <QBuffer>
#include <QImageReader>

namespace trainyard {

RasterPicture RasterPicture::read(const QByteArray& content, const QByteArray& format) {
  QBuffer buffer;
  buffer.setData(content);
  buffer.open(QIODevice::ReadOnly);
  QImageReader reader(&buffer, format);
  RasterPicture read;
  read.size = reader.size();
  const qint64 pixels = qint64(read.size.width()) * read.size.height();
  if (read.size.isEmpty() || pixels > maxPixels) {
    read.problem = read.size.isEmpty() ? tr("It is no picture of this kind.")
                                       : tr("A picture of %1 × %2 pixels is too large to be shown.")
                                             .arg(read.size.width())
                                             .arg(read.size.height());
    return read;
  }
  read.picture = reader.read();
  if (read.picture.isNull()) read.problem = tr("The picture is damaged.");
  return read;
}

}  // namespace trainyard
