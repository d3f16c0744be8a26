// SPDX-License-Identifier: GPL-3.0-or-later
// All metrics of some runs as small multiples below one bar: search, horizontal axis, smoothing,
// export. Plots share their range of steps and the step under the pointer. They stand in groups by
// the first part of their names, which fold.
#pragma once

#include <QSet>
#include <QWidget>
#include <functional>

#include "gui/charts/curve_set.h"
#include "gui/charts/panel_metrics.h"
#include "gui/charts/plot_files.h"
#include "gui/charts/plot_panel.h"

class QLabel;
class QPushButton;
class QScrollArea;

namespace trainyard {

class CurveLegend;
class PlotBar;

class PlotGrid : public QWidget {
  Q_OBJECT
 public:
  // The set must outlive it.
  explicit PlotGrid(CurveSet* set, QWidget* parent = nullptr);

  // Training and evaluation of a metric share a plot, as for a single run.
  void setPaired(bool isPaired);
  // The text shown while there are no metrics.
  void setEmptyText(const QString& text);
  // What stands at the right of the legend, such as how many runs of all are shown.
  void setNote(const QString& note);
  void setExportName(const QString& name) { m_files.setName(name); }
  const std::vector<PlotPanel*>& panels() const { return m_panels; }
  // The plot that is shown alone; null: none is.
  PlotPanel* enlarged() const { return m_enlarged; }
  // All plots as one image, at the size of the page.
  QImage picture();

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Group {
    QString name;
    QPushButton* head = nullptr;
    std::vector<PlotPanel*> panels;
  };
  void arrange();
  void place();
  void showLegend();
  void showParts();
  PlotPanel* makePanel(const PanelMetrics& metrics);
  void makeGroups();
  void nameGroup(const Group& group);
  void applyStyle();
  void linkPanel(PlotPanel* panel);
  void eachPanel(const std::function<void(PlotPanel*)>& act) const;
  void enlarge(PlotPanel* panel);
  void shrink();
  // Calls it once all panels have been read, also those that were never seen.
  void whenRead(const std::function<void()>& act);

  CurveSet* m_set;
  PlotBar* m_bar;
  CurveLegend* m_legend;
  QScrollArea* m_scroll;
  QWidget* m_page;
  QLabel* m_empty;
  std::vector<PlotPanel*> m_panels;
  std::vector<Group> m_groups;
  QSet<QString> m_folded;
  PlotPanel* m_enlarged = nullptr;
  PlotFiles m_files;
  double m_gutter = 0;
  bool m_isPaired = false;
};

}  // namespace trainyard
