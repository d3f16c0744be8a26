// SPDX-License-Identifier: GPL-3.0-or-later
// A small picture of the learning rate over a training.
#pragma once

#include <QWidget>
#include <optional>

#include "gui/forms/schedule_curve.h"

namespace trainyard {

class SchedulePicture : public QWidget {
  Q_OBJECT
 public:
  SchedulePicture();

  // `totalSteps`: unknown until the data was looked at, unless the document limits them. Without
  // them nothing is shown where the shape depends on them.
  void showSchedule(const ScheduleSection& schedule, double peak,
                    std::optional<std::int64_t> totalSteps);
  // Shares of the peak, from the first step to the last; empty: nothing is shown.
  const QList<double>& heights() const { return m_heights; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QList<double> m_heights;
};

}  // namespace trainyard
