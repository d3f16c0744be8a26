// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a picture of the window with one that was seen to be right (tests/pictures): by the mean
// colours of blocks, so that a difference of a hair in how a letter is drawn is none.
//   TRAINYARD_RENEW_PICTURES=1 writes the pictures again; look at them before they are committed.
#pragma once

#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QString>
#include <algorithm>
#include <array>
#include <cmath>

namespace trainyard {

constexpr int pictureBlock = 8;
constexpr double allowedDifference = 6;       // of 255, of a block's mean
constexpr double allowedBlocksShare = 0.005;  // of all blocks

inline std::array<double, 3> meanOfBlock(const QImage& image, int left, int top) {
  std::array<double, 3> sum{};
  int count = 0;
  for (int y = top; y < std::min(top + pictureBlock, image.height()); ++y)
    for (int x = left; x < std::min(left + pictureBlock, image.width()); ++x, ++count) {
      const QRgb pixel = image.pixel(x, y);
      sum[0] += qRed(pixel);
      sum[1] += qGreen(pixel);
      sum[2] += qBlue(pixel);
    }
  for (double& channel : sum) channel /= std::max(1, count);
  return sum;
}

// Two pixels each way: text that is drawn a little beside its place is the same text.
inline QImage blurred(const QImage& image) {
  return image.scaled(image.size() / 2, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
      .scaled(image.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
      .convertToFormat(QImage::Format_RGB32);
}

// Empty if they are alike; else what differs. Then the picture is left in PICTURES_OUT, and one
// that marks the blocks.
inline QString pictureDifference(const QString& name, const QImage& given) {
  const QString file = QStringLiteral(PICTURES "/") + name + QStringLiteral(".png");
  const QImage picture = given.convertToFormat(QImage::Format_RGB32);
  if (qEnvironmentVariableIsSet("TRAINYARD_RENEW_PICTURES"))
    return QDir().mkpath(QFileInfo(file).path()) && picture.save(file)
               ? QString()
               : file + QStringLiteral(" cannot be written");
  const QImage reference = QImage(file).convertToFormat(QImage::Format_RGB32);
  const QString out = QStringLiteral(PICTURES_OUT "/") + name;
  QDir().mkpath(QFileInfo(out).path());
  if (reference.size() != picture.size()) {
    picture.save(out + QStringLiteral(".png"));
    return QStringLiteral("%1 has another size than the picture in %2.png").arg(file, out);
  }
  const QImage expected = blurred(reference), found = blurred(picture);
  QImage marked = picture;
  int blocks = 0, different = 0;
  for (int y = 0; y < picture.height(); y += pictureBlock)
    for (int x = 0; x < picture.width(); x += pictureBlock, ++blocks) {
      const auto a = meanOfBlock(expected, x, y), b = meanOfBlock(found, x, y);
      double most = 0;
      for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
      if (most <= allowedDifference) continue;
      ++different;
      for (int i = 0; i < pictureBlock * pictureBlock; ++i)
        if (const QPoint at(x + i % pictureBlock, y + i / pictureBlock);
            marked.rect().contains(at) && (at.x() + at.y()) % 2 == 0)
          marked.setPixel(at, qRgb(255, 0, 255));
    }
  if (different <= blocks * allowedBlocksShare) return {};
  picture.save(out + QStringLiteral(".png"));
  marked.save(out + QStringLiteral("-marked.png"));
  return QStringLiteral("%1 of %2 blocks differ from %3; see %4-marked.png")
      .arg(different)
      .arg(blocks)
      .arg(file, out);
}

}  // namespace trainyard
