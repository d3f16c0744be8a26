// SPDX-License-Identifier: GPL-3.0-or-later
// Where rows will be, while they are being read: still, because what moves draws the eye.
#pragma once

#include <QWidget>

namespace trainyard::look {

class Skeleton : public QWidget {
  Q_OBJECT
 public:
  explicit Skeleton(int rows);

  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int m_rows;
};

}  // namespace trainyard::look
