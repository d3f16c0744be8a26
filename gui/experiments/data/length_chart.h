// SPDX-License-Identifier: GPL-3.0-or-later
// The histogram of lengths, with the sequence length as a line.
#pragma once

#include <QChartView>

#include "gui/experiments/checks/data_inspection.h"

class QAreaSeries;
class QLineSeries;
class QValueAxis;

namespace trainyard {

class LengthChart : public QChartView {
  Q_OBJECT
 public:
  LengthChart();

  void showLengths(const SplitCounts& split, qint64 sequenceLength);
  QSize sizeHint() const override { return {320, 200}; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void applyPalette();

  QLineSeries *m_tops, *m_limit;
  QAreaSeries* m_bars;
  QValueAxis *m_x, *m_y;
};

}  // namespace trainyard
