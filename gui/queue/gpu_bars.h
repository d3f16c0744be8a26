// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs of a cluster by type, with a small bar each: total and free.
#pragma once

#include <QWidget>

#include "remote/service/protocol/cluster_values.h"

namespace trainyard {

class GpuBars : public QWidget {
  Q_OBJECT
 public:
  GpuBars();

  void show(const QList<GpuCount>& gpus);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString words(const GpuCount& gpus) const;
  void describe();

  QList<GpuCount> m_gpus;
};

}  // namespace trainyard
