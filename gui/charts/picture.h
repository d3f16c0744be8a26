// SPDX-License-Identifier: GPL-3.0-or-later
// A plot that is drawn from scratch at any size: on the screen, to a PNG, to an SVG.
#pragma once

#include <QFont>
#include <QPalette>
#include <QRectF>
#include <QString>
#include <QWidget>
#include <memory>

class QPainter;

namespace trainyard {

class Picture {
 public:
  virtual ~Picture() = default;
  virtual void draw(QPainter& painter, const QRectF& room, const QPalette& palette,
                    const QFont& font) const = 0;
  // A description of what is at a point of the area; empty if there is nothing.
  virtual QString words(QPointF at, const QRectF& room, const QFont& font) const = 0;
  virtual QString title() const = 0;
};

class PictureView : public QWidget {
  Q_OBJECT
 public:
  explicit PictureView(QWidget* parent = nullptr);

  void setPicture(std::shared_ptr<const Picture> picture);
  const Picture* picture() const { return m_picture.get(); }
  QSize sizeHint() const override { return {420, 330}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  std::shared_ptr<const Picture> m_picture;
};

// The font for text around a plot.
QFont smallFont(QFont font);
// Draws the heading in bold above the plot area; afterwards the painter has the small font.
void drawHeading(QPainter& painter, const QRectF& room, const QString& heading,
                 const QPalette& palette, const QFont& font);

}  // namespace trainyard
