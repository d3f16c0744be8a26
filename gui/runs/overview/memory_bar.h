// SPDX-License-Identifier: GPL-3.0-or-later
// What a rank's memory is needed for, as parts of one bar with their names below.
#pragma once

#include <QWidget>

#include "gui/runs/overview/run_cause.h"

namespace trainyard {

class MemoryBar : public QWidget {
  Q_OBJECT
 public:
  explicit MemoryBar(QWidget* parent = nullptr);

  void show(const MemoryEstimate& estimate);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Part {
    QString name;
    double bytes = 0;
  };
  QList<Part> parts() const;

  MemoryEstimate m_estimate;
};

}  // namespace trainyard
