// SPDX-License-Identifier: GPL-3.0-or-later
// All metrics of some runs as small multiples below one bar: search, horizontal axis, smoothing,
// export. Plots share their range of steps and the step under the pointer. They stand in groups,
// which fold; how a run goes is folded at first, and stays as a person left it. First come the
// panels that a person has made, of which one is edited beside the page.
#pragma once

#include <QWidget>
#include <functional>
#include <set>

#include "gui/charts/curve_set.h"
#include "gui/charts/panel_board.h"
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

  // There is never more than one run, so that no legend has to name it.
  void setSingleRun(bool isSingle);
  // The text shown while there are no metrics.
  void setEmptyText(const QString& text);
  // What stands at the right of the legend, such as how many runs of all are shown.
  void setNote(const QString& note);
  void setExportName(const QString& name) { m_files.setName(name); }
  const std::vector<PlotPanel*>& panels() const { return m_panels; }
  // The plot that is shown alone; null: none is.
  PlotPanel* enlarged() const { return m_enlarged; }
  // How the page is looked at: its bar, zoom, and the panels of a person's own. For a view that is
  // kept; and as one was.
  QJsonObject state() const;
  void setState(const QJsonObject& state);
  // The crosshair of all plots at a step.
  void showStep(double step);
  // In all plots: what is later than this step is faint; nothing: all is as it is now.
  void setMoment(std::optional<double> step) {
    m_moment = step;
    eachPanel([step](PlotPanel* panel) { panel->setMoment(step); });
  }
  PanelBoard* board() { return &m_board; }
  // All plots as one image, at the size of the page.
  QImage picture();

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);
  // A bar or dot of a run was opened.
  void runRequested(const QString& run);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  using Section = PanelMetrics::Section;
  struct Group {
    Section section;
    QString name;
    QPushButton* head = nullptr;
    std::vector<PlotPanel*> panels;

    bool isOf(const PanelMetrics& metrics) const {
      return section == metrics.section && name == metrics.group;
    }
  };
  void connectBar();
  void connectBoard();
  void arrange();
  void place();
  void showLegend();
  void showParts();
  PlotPanel* makePanel(const PanelMetrics& metrics);
  PlotPanel* reusePanel(const PanelMetrics& metrics);
  // The panels of the page: those of the person, then all metrics.
  std::vector<PanelMetrics> panelsOfPage() const;
  void makeGroups();
  void nameGroup(const Group& group);
  QPushButton* makeHead(const Group& group);
  bool isFolded(const Group& group) const;
  bool hasHead(const Group& group) const;
  void placeGroup(const Group& group, int width, int& top);
  void applyStyle();
  void linkPanel(PlotPanel* panel);
  void eachPanel(const std::function<void(PlotPanel*)>& act) const {
    for (PlotPanel* panel : m_panels) act(panel);
    if (m_enlarged) act(m_enlarged);
  }
  void enlarge(PlotPanel* panel);
  void shrink();
  // Calls it once all panels have been read, also those that were never seen.
  void whenRead(const std::function<void()>& act);

  CurveSet* m_set;
  PlotBar* m_bar;
  CurveLegend* m_legend;
  PanelBoard m_board;
  QScrollArea* m_scroll;
  QWidget* m_page;
  QLabel* m_empty;
  std::vector<PlotPanel*> m_panels;
  std::vector<Group> m_groups;
  std::set<std::pair<Section, QString>> m_folded;
  PlotPanel* m_enlarged = nullptr;
  PlotFiles m_files;
  double m_gutter = 0;
  bool m_isSingle = false;
  std::optional<double> m_moment;
};

}  // namespace trainyard
