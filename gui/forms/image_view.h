// SPDX-License-Identifier: GPL-3.0-or-later
// A picture in the room that there is: one that is larger becomes smaller, one of few pixels is
// shown with each of them several times as large where that is asked for.
#pragma once

#include <QImage>
#include <QPixmap>
#include <QWidget>

namespace trainyard {

class ImageView : public QWidget {
  Q_OBJECT
 public:
  enum class Small { asItIs, enlarged };
  explicit ImageView(Small small = Small::asItIs);

  void setImage(const QImage& image);
  const QImage& image() const { return m_image; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QSize shownSize(const QSize& room) const;

  Small m_small;
  QImage m_image;
  QPixmap m_shown;  // at the size that was painted last, in pixels of the device
};

}  // namespace trainyard
