// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/image_view.h"

#include <QPainter>
#include <algorithm>

#include "gui/look/accessible.h"

namespace trainyard {
namespace {

constexpr int largestPixel = 16;  // of an enlarged picture

}  // namespace

ImageView::ImageView(Small small) : m_small(small) {
  look::setAccessibleRole(this, QAccessible::Graphic);
}

void ImageView::setImage(const QImage& image) {
  m_image = image;
  m_shown = {};
  update();
}

QSize ImageView::shownSize(const QSize& room) const {
  const QSize size = m_image.size();
  if (size.width() > room.width() || size.height() > room.height())
    return size.scaled(room, Qt::KeepAspectRatio).expandedTo({1, 1});
  if (m_small == Small::asItIs) return size;
  return size * std::clamp(std::min(room.width() / size.width(), room.height() / size.height()), 1,
                           largestPixel);
}

void ImageView::paintEvent(QPaintEvent*) {
  if (m_image.isNull()) return;
  const double ratio = devicePixelRatioF();
  const QSize size = shownSize((QSizeF(this->size()) * ratio).toSize());
  if (m_shown.size() != size) {
    const bool isEnlarged = size.width() > m_image.width();
    m_shown = QPixmap::fromImage(
        m_image.scaled(size, Qt::IgnoreAspectRatio,
                       isEnlarged ? Qt::FastTransformation : Qt::SmoothTransformation));
  }
  const QSizeF shown = QSizeF(size) / ratio;
  QPainter painter(this);
  painter.drawPixmap(
      QRectF(QPointF((width() - shown.width()) / 2, (height() - shown.height()) / 2), shown),
      m_shown, QRectF({0, 0}, QSizeF(size)));
}

}  // namespace trainyard
