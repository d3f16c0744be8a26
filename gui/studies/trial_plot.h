// SPDX-License-Identifier: GPL-3.0-or-later
// A plot in which each trial of a study has a place: a panel with a head and axes. What it shows is
// kept as a picture; the pointer and the chosen trial are drawn over it. A click or an arrow key
// chooses a trial.
#pragma once

#include <QPixmap>
#include <QTimer>
#include <QWidget>
#include <optional>

#include "gui/charts/axis_ticks.h"
#include "gui/charts/line_painter.h"
#include "gui/look/tokens.h"
#include "gui/studies/study_model.h"

namespace trainyard {

class TrialPlot : public QWidget {
  Q_OBJECT
 public:
  // `study` must outlive it.
  TrialPlot(StudyModel* study, QWidget* parent);

  QSize sizeHint() const override;
  // Without a box of its own, within that of another panel.
  void setFrameless() { m_isFramed = false; }
  // What it is about, and what stands there instead of it.
  virtual QString title() const = 0;
  QRectF area() const;
  // Where a trial's point is; nothing if it has none.
  std::optional<QPointF> placeOf(int trial) const;
  // Whether the picture is of what is brushed now.
  bool isSettled() const { return !m_rest.isActive(); }

 protected:
  // Of an axis; the ends are axis coordinates: values, or their decimal logarithms.
  struct Scale {
    double low = 0, high = 1;
    bool isLogarithmic = false;
    QStringList names{};  // of values that are no numbers
    QString unit{};       // at the right end of the ticks

    double of(double value) const;
    std::vector<AxisTick> ticks(int wanted) const;
  };
  enum class Mark { dot, ring, line, dashes };
  struct LegendEntry {
    Mark mark;
    look::Ink ink;
    QString words;
  };

  virtual QList<LegendEntry> legend() const { return {}; }
  virtual Scale horizontal() const = 0;
  virtual Scale vertical() const = 0;
  // Whether there is a point at all; what stands there else.
  virtual bool isEmpty() const = 0;
  virtual QString nothing() const = 0;
  // A trial's point in axis coordinates; nothing if it has none.
  virtual std::optional<QPointF> pointOf(int trial) const = 0;
  virtual void paintTrials(QPainter& painter, const PlotMap& map) const = 0;
  virtual void paintChosen(QPainter& painter, const PlotMap& map, int trial) const;
  // The trial nearest to a place, at most some pixels away.
  virtual std::optional<int> trialNear(QPointF position) const;

  const StudyContent& content() const { return *m_study->content(); }
  StudyModel* study() const { return m_study; }
  PlotMap map() const;
  // The values of the objective between which most trials lie, with some room.
  Scale objectiveScale() const;
  // Draws the trials' points: filled for complete ones, rings for pruned ones, and fainter if they
  // are not within the brushed ranges.
  void paintPoints(QPainter& painter, const PlotMap& map, double radius) const;
  void renew();

  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void followBrush();
  int headHeight() const;
  void paintPicture(QPainter& painter) const;
  void paintHead(QPainter& painter) const;
  void paintAxes(QPainter& painter, const PlotMap& map) const;
  void goTo(int by);

  StudyModel* m_study;
  QPixmap m_picture;
  bool m_isStale = true, m_isFramed = true;
  QTimer m_rest;
};

}  // namespace trainyard
