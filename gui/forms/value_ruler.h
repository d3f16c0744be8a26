// SPDX-License-Identifier: GPL-3.0-or-later
// Where several numbers lie between each other: an axis with a dot for each, in the colours that
// their curves will have. Logarithmic where they span more than a linear axis shows.
#pragma once

#include <QList>
#include <QString>
#include <QWidget>

namespace trainyard {

// The axis of numbers, for the ruler and its tests.
struct RulerScale {
  bool isLogarithmic = false;
  double low = 0, high = 1;  // the values themselves, or their decimal logarithms
  QList<double> ticks;       // values

  double shareOf(double value) const;  // from 0 at its left end to 1
};
// `prefersLogarithm`: a field whose values are compared by their ratio, such as a learning rate.
RulerScale rulerScaleOf(const QList<double>& values, bool prefersLogarithm);

class ValueRuler : public QWidget {
  Q_OBJECT
 public:
  explicit ValueRuler(bool prefersLogarithm);

  void setValues(const QList<double>& values);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  bool m_prefersLogarithm;
  QList<double> m_values;
};

}  // namespace trainyard
