// SPDX-License-Identifier: GPL-3.0-or-later
// How long runs waited before they started: a dot each, a row for each target.
#pragma once

#include <QMap>
#include <QWidget>

namespace trainyard {

class WaitPlot : public QWidget {
  Q_OBJECT
 public:
  WaitPlot();

  void show(const QMap<QString, QList<double>>& waits);  // seconds by target
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString describe() const;

  QMap<QString, QList<double>> m_waits;
};

}  // namespace trainyard
