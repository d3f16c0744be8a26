// SPDX-License-Identifier: GPL-3.0-or-later
// The buttons in the head of a plot, and its menu. They are made when the plot is first seen: a
// page may have a hundred plots.
#pragma once

#include <QObject>

class QToolButton;

namespace trainyard {

class PlotHead : public QObject {
  Q_OBJECT
 public:
  enum class Export { png, svg, csv };

  // The room that they take at the right of the head, in pixels of the design.
  static double room();

  explicit PlotHead(QWidget* plot);

  void retranslate();
  void place();
  // `isOwn`: of a person's own, which can be removed.
  void showMenu(bool isLogarithmic, bool isOwn);

 signals:
  void resetRequested();
  void enlargeRequested();
  void menuRequested();
  void scaleChosen(bool isLogarithmic);
  void copyRequested();
  void editRequested();
  void removeRequested();
  void exportRequested(trainyard::PlotHead::Export kind);

 private:
  QWidget* m_plot;
  QToolButton *m_reset, *m_enlarge, *m_more;
};

}  // namespace trainyard
