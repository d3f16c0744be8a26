// SPDX-License-Identifier: GPL-3.0-or-later
// Turns on or off something that acts at once; what is applied with the rest has a check box.
#pragma once

#include <QAbstractButton>

class QVariantAnimation;

namespace trainyard::look {

class Switch : public QAbstractButton {
  Q_OBJECT
 public:
  explicit Switch(QWidget* parent = nullptr);
  explicit Switch(const QString& text, QWidget* parent = nullptr);

  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void slide(bool on);

  QVariantAnimation* m_slide;
  double m_place;  // of the knob, from 0 to 1
};

}  // namespace trainyard::look
