// SPDX-License-Identifier: GPL-3.0-or-later
// A state that stands alone: its mark and its word on the ground of its tone.
#pragma once

#include <QWidget>

#include "gui/look/paint.h"

namespace trainyard::look {

class Pill : public QWidget {
  Q_OBJECT
 public:
  explicit Pill(const PillText& text = {}, QWidget* parent = nullptr);

  void setState(const PillText& text);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  PillText m_text;
};

}  // namespace trainyard::look
