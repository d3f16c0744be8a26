// SPDX-License-Identifier: GPL-3.0-or-later
// The metric that checkpoints are judged by, with a mark at each evaluation: filled where a
// checkpoint is there, hollow where there is none or no longer.
#pragma once

#include <QPointF>
#include <QWidget>
#include <optional>

#include "gui/charts/curve_set.h"
#include "gui/runs/checkpoints/checkpoint_rows.h"

namespace trainyard {

class CheckpointMarks;
class PlotPanel;

class CheckpointPlot : public QWidget {
  Q_OBJECT
 public:
  // It must outlive this.
  explicit CheckpointPlot(CurveSet* curves);

  struct Mark {
    qint64 step = 0;
    std::optional<double> value;  // nothing: it stands on the axis
    bool isThere = false, isBest = false;
  };
  void show(const CheckpointRows& rows, const QList<EvaluatedMetric>& evaluated);
  // The step that a line shows; nothing: none.
  void choose(std::optional<qint64> step);
  const QList<Mark>& marks() const { return m_marks; }
  std::optional<qint64> chosen() const { return m_chosen; }
  PlotPanel* panel() const { return m_panel; }
  // Where a mark is painted, in the panel's pixels.
  QPointF placeOf(const Mark& mark) const;
  int colour() const;  // of the curve that the marks lie on

 signals:
  void stepChosen(qint64 step);
  void enlargeRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void showPanel();
  void describe();
  const Mark* under(QPointF position) const;

  CurveSet* m_curves;
  PlotPanel* m_panel = nullptr;
  CheckpointMarks* m_overlay = nullptr;
  QString m_metric;  // empty: nothing is evaluated
  QList<Mark> m_marks;
  std::optional<qint64> m_chosen;
  QPointF m_pressed;
};

}  // namespace trainyard
