// SPDX-License-Identifier: GPL-3.0-or-later
// A small plot of what earlier runs have come to over a setting's value.
#pragma once

#include <QWidget>
#include <optional>

#include "gui/help/own_runs.h"

namespace trainyard {

class OwnRunsPlot : public QWidget {
  Q_OBJECT
 public:
  OwnRunsPlot();

  // `label`: of the setting. Nothing: it is hidden.
  void showRuns(const std::optional<OwnRuns>& runs, const QString& label);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void retranslate();
  QRectF area() const;

  std::optional<OwnRuns> m_runs;
  QString m_label;
  QString m_title, m_axes;
};

}  // namespace trainyard
